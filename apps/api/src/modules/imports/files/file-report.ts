import { IMPORT_FILES_SHOWN } from '@marquee/contracts/constants';
import type { ImportFile } from '@marquee/contracts/imports';
import type { Archive } from './archive.ts';
import { cleanText, TITLE_MAX } from './fields.ts';

const NAME_MAX = 200;

interface Counted {
  entries: number;
  unreadable: number;
  /** Rows that say that their title was neither seen nor wished. */
  passed: number;
  /** Names that were too long. */
  cut: number;
  /** Whether a reader found something of its service in the file. */
  isKnown: boolean;
  note: { state: 'read' | 'unread'; reason: string | null } | null;
}

export type FileEvent = 'entry' | 'unreadable' | 'passed' | 'known' | 'cut';

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

function describe(counted: Counted | undefined, isAlone: boolean): Pick<ImportFile, 'state' | 'reason'> {
  if (counted?.note) return counted.note;
  if (!counted?.isKnown)
    return {
      state: 'unread',
      reason:
        counted || isAlone ? 'Nothing in it that Marquee imports.' : 'It is no file that Marquee imports.',
    };
  const { entries, unreadable, passed, cut } = counted;
  const reasons = [
    ...(unreadable > 0 ? [`${plural(unreadable, 'row', 'rows')} could not be read in full.`] : []),
    ...(cut > 0
      ? [`${plural(cut, 'name was', 'names were')} cut, because a title has at most ${TITLE_MAX} characters.`]
      : []),
  ];
  if (reasons.length > 0)
    return { state: entries + passed > 0 ? 'partly' : 'unread', reason: reasons.join(' ') };
  const reason =
    passed > 0
      ? `${plural(passed, 'row says', 'rows say')} neither that the title was seen nor that it is to be watched.`
      : null;
  return { state: 'read', reason };
}

/**
 * Follows which file of the archive is read, so that an import can say what became of each. Readers take the files one
 * after the other, so an entry belongs to the file that was opened last.
 */
export function reportFiles(given: Archive) {
  const counts = new Map<string, Counted>();
  let current = '';
  const of = (name: string): Counted => {
    const known = counts.get(name) ?? {
      entries: 0,
      unreadable: 0,
      passed: 0,
      cut: 0,
      isKnown: false,
      note: null,
    };
    counts.set(name, known);
    return known;
  };
  const archive: Archive = {
    names: given.names,
    async *text(name) {
      current = name;
      of(name);
      yield* given.text(name);
    },
  };
  return {
    archive,
    /** The file that is being read. */
    current: (): string => current,
    count(file: string, event: FileEvent): void {
      const counted = of(file);
      counted.isKnown = true;
      if (event === 'entry') counted.entries++;
      if (event === 'unreadable') counted.unreadable++;
      if (event === 'passed') counted.passed++;
      if (event === 'cut') counted.cut++;
    },
    note(file: string, note: Counted['note']): void {
      of(file).note = note;
    },
    files: (): ImportFile[] =>
      given.names.slice(0, IMPORT_FILES_SHOWN).map((name) => {
        const counted = counts.get(name);
        return {
          name: cleanText(name, NAME_MAX) || 'upload',
          ...describe(counted, given.names.length === 1),
          entries: counted?.entries ?? 0,
          unreadable: counted?.unreadable ?? 0,
        };
      }),
  };
}
export type FileReport = ReturnType<typeof reportFiles>;

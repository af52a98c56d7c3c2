// Reads an uploaded file in a process of its own, because a file can exhaust the memory or the time of its
// reader.
// This process imports parts of the contract, because the schemas of all calls would take a tenth of its start.
import { IMPORT_ENTRIES_MAX, IMPORT_LISTS_MAX, IMPORT_PROFILES_MAX } from '@marquee/contracts/constants';
import type {
  ImportColumn,
  ImportKind,
  ImportProfile,
  ImportScale,
  ImportSource,
} from '@marquee/contracts/imports';
import { answerRequest } from '#src/core/in-worker.ts';
import { type OpenArchive, openArchive } from './files/archive.ts';
import { TITLE_MAX } from './files/fields.ts';
import { type FileReport, reportFiles } from './files/file-report.ts';
import type { NewRow } from './import-titles.repository.ts';
import { NO_COUNTS } from './imports.mapper.ts';
import { titleKey } from './matching/title-key.ts';
import type { ReadMessage, ReadRequest } from './read-file.ts';
import { READERS, USUAL_SCALES } from './readers/readers.ts';
import { confirmSource, recognize } from './readers/recognize.ts';
import { Choices, type Entry, Fact, type ListRef, TitleHint, UnreadableFile } from './records.ts';
import { createSettler, createSurvey, type Settled } from './settle.ts';

const BATCH = 1_000;
/** A file with no more entries than this is read once, and they wait in memory, about 1 kB each. */
const KEPT_ENTRIES = 20_000;
/**
 * Maximum number of providers, genres and filters in a file. A Marquee export contains a few
 * hundred.
 */
const CHOICES_MAX = 2_000;
const TOO_MANY = `This file has more than ${IMPORT_ENTRIES_MAX.toLocaleString('en')} entries.`;

/** `cleanText` has cut what is as long as a title may be. */
const isCut = ({ title, originalTitle }: TitleHint): boolean =>
  [title, originalTitle ?? ''].some((text) => text.length >= TITLE_MAX && [...text].length >= TITLE_MAX);

/** The totals since the start of the file. */
class Reading {
  readonly #listAt = new Map<string, number>();
  readonly #lists: ListRef[] = [];
  readonly #choices: Choices = Choices.parse({});
  readonly #entriesOf = new Map<string, number>();
  readonly #profile: string | null;
  #choicesRead = 0;
  readonly #columns: ImportColumn[] = [];
  readonly #report: FileReport;
  /** Number of entries since the start of the file, including unreadable entries and choices. */
  position = 0;
  entries = 0;
  #unreadable = 0;

  /** @param profile the profile whose entries count, or null for every profile. */
  constructor(profile: string | null, report: FileReport) {
    this.#profile = profile;
    this.#report = report;
  }

  /** Counts an entry of a file. Returns its row, or null for an entry without a row. */
  add(entry: Settled, file: string): NewRow | null {
    this.position++;
    if ('file' in entry) {
      this.#report.note(entry.file, { state: entry.state, reason: entry.reason });
      return null;
    }
    const unreadableBefore = this.#unreadable;
    const row = this.#toRow(entry);
    const isUnreadable = this.#unreadable > unreadableBefore;
    const event = row ? 'entry' : isUnreadable ? 'unreadable' : 'passed' in entry ? 'passed' : 'known';
    // A score that rates no title is not a row of its own.
    this.#report.count(file, 'passed' in entry && entry.score !== undefined ? 'known' : event);
    if (row && isCut(row.hint)) this.#report.count(file, 'cut');
    return row;
  }

  #toRow(entry: Exclude<Settled, { file: string }>): NewRow | null {
    if ('passed' in entry) return null;
    if ('unreadable' in entry) this.#unreadable++;
    else if ('choices' in entry) {
      if (++this.#choicesRead > CHOICES_MAX) this.#unreadable++;
      else this.#addChoices(entry.choices);
    } else if ('columns' in entry) this.#addColumns(entry.columns);
    else if (entry.fact === undefined) this.#indexOf(entry.list);
    else {
      const { hint, fact, profile } = entry;
      if (profile !== undefined && this.#profile !== null && profile !== this.#profile) return null;
      const ofProfile = (this.#entriesOf.get(profile ?? '') ?? 0) + 1;
      this.#entriesOf.set(profile ?? '', ofProfile);
      const list = entry.list ? this.#indexOf(entry.list) : null;
      if (entry.list && list === null) this.#unreadable++;
      else {
        this.entries++;
        if (ofProfile > IMPORT_ENTRIES_MAX) throw new UnreadableFile(TOO_MANY, 'too_large');
        // What does not fit the schemas would fail when it is read from the database, again and again.
        return {
          seq: this.position,
          key: titleKey(hint),
          hint: TitleHint.parse(hint),
          fact: Fact.parse(fact),
          list,
        };
      }
    }
    return null;
  }

  /** Returns the index of the list, or null when the file has too many lists. */
  #indexOf({ type, name }: ListRef): number | null {
    const wanted: ListRef = { type, name: type === 'custom' ? name || 'Imported list' : '' };
    const key = `${type} ${wanted.name.toLocaleLowerCase('en')}`;
    const known = this.#listAt.get(key);
    if (known !== undefined) return known;
    if (this.#lists.length >= IMPORT_LISTS_MAX) return null;
    const at = this.#lists.push(wanted) - 1;
    this.#listAt.set(key, at);
    return at;
  }

  /** Each table of an archive has its own columns. */
  #addColumns(columns: readonly ImportColumn[]): void {
    for (const column of columns)
      if (!this.#columns.some(({ name, meaning }) => name === column.name && meaning === column.meaning))
        this.#columns.push(column);
  }

  #addChoices({ services = [], genres = [], filters = [], account = {} }: Partial<Choices>): void {
    this.#choices.services.push(...services);
    this.#choices.genres.push(...genres);
    this.#choices.filters.push(...filters);
    Object.assign(this.#choices.account, account);
  }

  /** The profiles of the file, the largest first. Entries without a profile belong to all of them. */
  get profiles(): ImportProfile[] {
    return [...this.#entriesOf]
      .map(([name, entries]) => ({ name, entries }))
      .filter(({ name }) => name !== '')
      .sort((a, b) => b.entries - a.entries)
      .slice(0, IMPORT_PROFILES_MAX);
  }

  get update() {
    return {
      cursor: this.position,
      lists: this.#lists,
      choices: this.#choices,
      columns: this.#columns,
      files: this.#report.files(),
      counts: { ...NO_COUNTS, entries: this.entries, unreadable: this.#unreadable },
    };
  }
}

type Post = (message: ReadMessage) => Promise<void>;

/** How the file is read: found in it, or chosen by the member. */
interface Interpretation {
  source: ImportSource;
  kind: ImportKind | null;
  scale: ImportScale | null;
  scaleCertain: boolean;
}

/** Posts the rows of a file that was read to its end. */
async function postKept(
  rows: readonly NewRow[],
  { update }: Reading,
  shown: Interpretation & { filesCount: number },
  post: Post,
): Promise<void> {
  let from = 0;
  for (; rows.length - from >= BATCH; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    const progress = Math.min(99, Math.floor((100 * (from + BATCH)) / rows.length));
    await post({
      kind: 'rows',
      rows: batch,
      update: { ...update, ...shown, cursor: batch.at(-1)?.seq ?? update.cursor, progress },
    });
  }
  await post({ kind: 'last', rows: rows.slice(from), update: { ...update, ...shown } });
}

interface Kept {
  entry: Entry;
  file: string;
}

interface Surveyed {
  found: Interpretation;
  /** All entries of the file, or null when there are too many. */
  kept: Kept[] | null;
  entries: number;
  profiles: ImportProfile[];
}

/**
 * Reads the whole file once, so that nothing of a file is stored that turns out to be damaged or too large, or whose
 * profile must be chosen first, and because only the whole file shows the scale of its scores.
 */
async function survey(
  archive: OpenArchive,
  source: ImportSource,
  { profile, chosen, remembered }: Pick<ReadRequest, 'profile' | 'chosen' | 'remembered'>,
): Promise<Surveyed> {
  const report = reportFiles(archive);
  const seen = createSurvey();
  const whole = new Reading(profile, report);
  // Before the scale is known, every score is one of a hundred.
  const settle = createSettler(chosen, 100);
  let kept: Kept[] | null = [];
  for await (const entry of READERS[source](report.archive, { chosen: chosen.columns, remembered })) {
    seen.add(entry);
    whole.add(settle(entry), report.current());
    if (kept && kept.length < KEPT_ENTRIES) kept.push({ entry, file: report.current() });
    else kept = null;
  }
  const scale = seen.scale(USUAL_SCALES[source] ?? null);
  const found = {
    source,
    kind: chosen.kind ?? seen.kind(),
    scale: chosen.scale ?? scale?.scale ?? null,
    scaleCertain: chosen.scale !== null || (scale?.isCertain ?? false),
  };
  return { found, kept, entries: whole.entries, profiles: whole.profiles };
}

/** Posts the entries that are not stored yet in batches. */
async function read(archive: OpenArchive, request: ReadRequest, post: Post): Promise<void> {
  const { bytes, profile, after, chosen } = request;
  if (request.source !== null && after === 0) await confirmSource(archive, request.source);
  const source = request.source ?? (await recognize(archive));
  const filesCount = archive.names.length;
  let found: Interpretation = { source, ...request.found };
  if (after === 0) {
    const { kept, entries, profiles, ...surveyed } = await survey(archive, source, request);
    found = surveyed.found;
    if (profile === null && profiles.length > 1) return post({ kind: 'profiles', source, profiles });
    await post({ kind: 'counted', entries });
    if (kept) {
      const reading = new Reading(profile, reportFiles(archive));
      const settle = createSettler(chosen, found.scale);
      const rows = kept.flatMap(({ entry, file }) => reading.add(settle(entry), file) ?? []);
      return postKept(rows, reading, { ...found, filesCount }, post);
    }
  }
  const report = reportFiles(archive);
  const reading = new Reading(profile, report);
  const settle = createSettler(chosen, found.scale);
  let rows: NewRow[] = [];
  const choices = { chosen: chosen.columns, remembered: request.remembered };
  for await (const entry of READERS[source](report.archive, choices)) {
    const row = reading.add(settle(entry), report.current());
    if (row === null || reading.position <= after) continue;
    rows.push(row);
    if (rows.length < BATCH) continue;
    const progress = archive.progress(bytes);
    await post({ kind: 'rows', rows, update: { ...reading.update, ...found, filesCount, progress } });
    rows = [];
  }
  await post({ kind: 'last', rows, update: { ...reading.update, ...found, filesCount } });
}

await answerRequest<ReadRequest, ReadMessage>(async (request, post) => {
  try {
    const archive = await openArchive(request.path, request.fileName || 'upload');
    try {
      await read(archive, request, post);
    } finally {
      archive.close();
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await post({ kind: 'refused', message: error.message, code: error.code, looksLike: error.looksLike });
  }
});

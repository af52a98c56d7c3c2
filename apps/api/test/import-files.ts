import type { Archive } from '#src/modules/imports/files/archive.ts';
import { readText } from '#src/modules/imports/files/text.ts';
import { READERS } from '#src/modules/imports/readers/readers.ts';
import type { Entry } from '#src/modules/imports/records.ts';

/** Returns files in memory that are read in chunks. The chunks end inside characters and lines. */
export function archiveOf(files: Record<string, string | Buffer>): Archive {
  return {
    names: Object.keys(files),
    text: (name) => {
      const bytes = Buffer.from(files[name] ?? '');
      return readText(async () =>
        (async function* () {
          for (let from = 0; from < bytes.length; from += 7) yield bytes.subarray(from, from + 7);
        })(),
      );
    },
  };
}

/** Describes an entry in one line: `Alien (1979) movie tt0078748: 9 @2020-05-01 #scary`. */
export function describeEntry(entry: Entry): string {
  if ('unreadable' in entry) return 'unreadable';
  if ('columns' in entry)
    return ['columns', ...entry.columns.map(({ name, meaning }) => `${meaning}=${name}`)].join(' ');
  if ('choices' in entry) return `choices ${JSON.stringify(entry.choices)}`;
  const listed = entry.list && (entry.list.type === 'custom' ? `[${entry.list.name}]` : entry.list.type);
  if (entry.fact === undefined) return `list ${listed}`;
  const { hint, fact } = entry;
  const about = [
    hint.title,
    hint.year && `(${hint.year})`,
    hint.type,
    hint.imdbId,
    hint.tmdbId && `tmdb ${hint.tmdbId}`,
    hint.alternatives.length > 0 && `or ${hint.alternatives.join(' or ')}`,
  ];
  const day = (at: string | null) => at && `@${at.slice(0, 10)}`;
  const said =
    fact.kind === 'rating'
      ? [fact.rating ?? 'tags', day(fact.at), ...fact.tags.map((tag) => `#${tag}`)]
      : fact.kind === 'seen'
        ? ['seen', day(fact.on)]
        : fact.kind === 'list'
          ? [listed, day(fact.at)]
          : [fact.kind];
  const of = entry.profile ? `${entry.profile}: ` : '';
  return `${of}${about.filter(Boolean).join(' ')}: ${said.filter((part) => part !== null && part !== '').join(' ')}`;
}

/** Returns all entries that the reader of a source finds in these files, one line per entry. */
export async function readLines(
  source: keyof typeof READERS,
  files: Record<string, string | Buffer> | string,
): Promise<string[]> {
  const lines: string[] = [];
  const archive = archiveOf(typeof files === 'string' ? { upload: files } : files);
  for await (const entry of READERS[source](archive)) lines.push(describeEntry(entry));
  return lines;
}

/** Returns the cases whose files have more readable entries than unreadable ones, as a file needs to be recognized. */
export const readable = <C extends readonly [string, unknown, readonly string[]]>(cases: readonly C[]): C[] =>
  cases.filter(([, , lines]) => {
    const unreadable = lines.filter((line) => line === 'unreadable').length;
    return lines.length > 2 * unreadable;
  });

import type { Archive } from '#src/modules/imports/files/archive.ts';
import type { EpisodeHint } from '#src/modules/imports/files/episode.ts';
import { readText } from '#src/modules/imports/files/text.ts';
import { READERS, USUAL_SCALES } from '#src/modules/imports/readers/readers.ts';
import type { Entry } from '#src/modules/imports/records.ts';
import { type Chosen, createSettler, createSurvey, type Settled } from '#src/modules/imports/settle.ts';

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
export function describeEntry(entry: Settled): string {
  if ('unreadable' in entry) return 'unreadable';
  if ('passed' in entry) return 'passed';
  if ('file' in entry) return `${entry.file} ${entry.state}`;
  if ('columns' in entry)
    return [
      'columns',
      ...entry.columns.map(
        ({ name, meaning, question }) => `${meaning}=${name}${question === null ? '' : '?'}`,
      ),
    ].join(' ');
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
        ? ['seen', fact.of && describeEpisode(fact.of), day(fact.on)]
        : fact.kind === 'list'
          ? [listed, day(fact.at)]
          : fact.kind === 'state'
            ? [fact.state]
            : [fact.kind];
  const of = entry.profile ? `${entry.profile}: ` : '';
  return `${of}${about.filter(Boolean).join(' ')}: ${said.filter((part) => part !== null && part !== '' && part !== undefined).join(' ')}`;
}

/** `1.2` is the second episode of season 1, `?.2` one of an unknown season, and `2.Beginnings` one with a name. */
const describeEpisode = ({ season, episode, name, upTo }: EpisodeHint): string =>
  `${upTo ? 'up to ' : ''}${season ?? '?'}.${episode ?? name ?? '?'}`;

/** Returns all entries that the reader of a source finds in these files, as they would be imported. */
export async function readEntries(
  source: keyof typeof READERS,
  files: Record<string, string | Buffer> | string,
  chosen: Chosen = { kind: null, scale: null },
): Promise<Settled[]> {
  const entries: Entry[] = [];
  const survey = createSurvey();
  for await (const entry of READERS[source](
    archiveOf(typeof files === 'string' ? { upload: files } : files),
  )) {
    entries.push(entry);
    survey.add(entry);
  }
  const scale = chosen.scale ?? survey.scale(USUAL_SCALES[source] ?? null)?.scale ?? null;
  return entries.map(createSettler(chosen, scale));
}

/**
 * Returns one line per entry. Rows that say that their title was neither seen nor wished have none, and neither have notes on
 * files.
 */
export const readLines = async (...given: Parameters<typeof readEntries>): Promise<string[]> =>
  (await readEntries(...given))
    .filter((entry) => !('passed' in entry) && !('file' in entry))
    .map(describeEntry);

/** Returns the cases whose files have more readable entries than unreadable ones, as a file needs to be recognized. */
export const readable = <C extends readonly [string, unknown, readonly string[]]>(cases: readonly C[]): C[] =>
  cases.filter(([, , lines]) => {
    const unreadable = lines.filter((line) => line === 'unreadable').length;
    return lines.length > 2 * unreadable;
  });

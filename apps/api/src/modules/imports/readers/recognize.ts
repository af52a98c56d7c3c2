import type { ImportColumn, ImportSource } from '@marquee/contracts/imports';
import { type Archive, ArchiveTooLarge } from '../files/archive.ts';
import { keepText } from '../files/kept-text.ts';
import { UnreadableFile } from '../records.ts';
import { readAnyTable } from './any-table.ts';
import { findMediaServer } from './media-server.ts';
import { READERS, type Reader } from './readers.ts';

/** A reader has recognized a file when most of so many entries are readable. */
const PROBED_ENTRIES = 200;
/**
 * The readers in the order in which they are tried. Each looks for columns or keys that only its service writes, except
 * that of any table: a table with a title may be of anybody, and so it comes last.
 */
const TRIED_FIRST = [
  'yamtrack',
  'movary',
  'tmdb',
  'filmweb',
  'simkl',
  'tv_time',
] as const satisfies ImportSource[];
const TRIED = [
  'marquee',
  'ryot',
  'watcharr',
  'stremio',
  'showly',
  'anilist',
  'myanimelist',
  'trakt',
  'movielens',
  'imdb',
  'criticker',
  'letterboxd',
  'netflix',
] as const satisfies ImportSource[];
const UNKNOWN =
  'Marquee does not recognize this file. It reads exports of Letterboxd, IMDb, Trakt, TV Time, Netflix, Plex, Jellyfin, ' +
  'MovieLens, Simkl, Yamtrack, Ryot, Movary, Watcharr, Criticker, TMDB, MyAnimeList, AniList, Filmweb, Stremio, ' +
  'Showly and Marquee, and any table, list of titles, JSON or XML file that has titles.';
const OTHER_SOURCE = 'This file is not an export of the service that was chosen, but Marquee can read it.';

interface Probed {
  readable: number;
  unreadable: number;
  /** Why the reader stopped. Another reader may still read the file: JSON in one line is no table. */
  refusal: UnreadableFile | null;
}

async function probe(read: Reader, archive: Archive): Promise<Probed> {
  let readable = 0;
  let unreadable = 0;
  try {
    for await (const entry of read(archive)) {
      if ('unreadable' in entry) unreadable++;
      else if (!('file' in entry)) readable++;
      if (readable + unreadable === PROBED_ENTRIES) break;
    }
  } catch (error) {
    if (error instanceof UnreadableFile && !(error instanceof ArchiveTooLarge))
      return { readable: 0, unreadable, refusal: error };
    throw error;
  }
  return { readable, unreadable, refusal: null };
}

const OF_TITLES: readonly string[] = [
  'title',
  'series',
  'imdb_id',
  'tmdb_id',
] satisfies ImportColumn['meaning'][];

/** Returns a reader of the columns of the first table, whatever its rows hold. */
const columnsReader = (needsTitles: boolean): Reader =>
  async function* readColumns(archive) {
    for await (const entry of readAnyTable(archive)) {
      if (!('columns' in entry)) continue;
      if (needsTitles && !entry.columns.some(({ meaning }) => OF_TITLES.includes(meaning))) continue;
      yield entry;
      return;
    }
  };

/**
 * Returns the source whose reader reads the beginning of the file.
 * @param needsTitles whether a table must have a column that is known for titles. Without, the member is asked for it.
 * @throws UnreadableFile `unknown_file` when no reader does.
 */
export async function recognize(given: Archive, needsTitles = false): Promise<ImportSource> {
  const archive = keepText(given);
  let tooLarge: UnreadableFile | null = null;
  const isReadBy = async (read: Reader): Promise<boolean> => {
    const { readable, unreadable, refusal } = await probe(read, archive);
    if (refusal?.code === 'too_large') tooLarge = refusal;
    return readable > unreadable;
  };
  // Their tables have columns of media servers too.
  for (const source of TRIED_FIRST) if (await isReadBy(READERS[source])) return source;
  const server = await findMediaServer(archive).catch((error: unknown) => {
    if (error instanceof UnreadableFile && !(error instanceof ArchiveTooLarge)) return null;
    throw error;
  });
  if (server) return server;
  for (const source of TRIED) if (await isReadBy(READERS[source])) return source;
  if (await isReadBy(columnsReader(needsTitles))) return 'csv';
  throw tooLarge ?? new UnreadableFile(UNKNOWN, 'unknown_file');
}

/**
 * Checks that the file is one of the named source.
 * @throws UnreadableFile `other_source` when the file is another service's.
 */
export async function confirmSource(given: Archive, named: ImportSource): Promise<void> {
  const archive = keepText(given);
  if (named === 'csv') return;
  // Rows that are damaged do not make it a file of another service.
  const { readable, refusal } = await probe(READERS[named], archive);
  if (readable > 0) return;
  // To try all the others would take minutes of such a file.
  if (refusal?.code === 'too_large') throw refusal;
  const other = await recognize(archive, true).catch((error: unknown) => {
    if (error instanceof UnreadableFile && error.code === 'unknown_file') return null;
    throw error;
  });
  // A file that nobody reads, or the same reader only with many damaged rows, gets the sentence of the named reader.
  if (other === null || other === named) return;
  throw new UnreadableFile(OTHER_SOURCE, 'other_source', { looksLike: other });
}

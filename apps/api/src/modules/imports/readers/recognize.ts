import type { ImportSource } from '@marquee/contracts/imports';
import type { Archive } from '../files/archive.ts';
import { keepText } from '../files/kept-text.ts';
import { type Entry, UnreadableFile } from '../records.ts';
import { readAnyCsv } from './any-csv.ts';
import { findMediaServer } from './media-server.ts';
import { READERS, type Reader } from './readers.ts';

/** A reader has recognized a file when most of so many entries are readable. */
const PROBED_ENTRIES = 200;
/**
 * The readers in the order in which they are tried. Each looks for columns or keys that only its service writes, except
 * that of tables: a table with a title may be of anybody, and so it comes last.
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
  'MovieLens, Simkl, Yamtrack, Ryot, Movary, Watcharr, Criticker, TMDB, MyAnimeList, AniList, Filmweb, Stremio and ' +
  'Marquee, and tables (CSV) whose first row names a column of titles.';
const OTHER_SOURCE = 'This file is not an export of the service that was chosen, but Marquee can read it.';

async function probe(read: Reader, archive: Archive): Promise<{ readable: number; unreadable: number }> {
  let readable = 0;
  let unreadable = 0;
  try {
    for await (const entry of read(archive)) {
      if ('unreadable' in entry) unreadable++;
      else if (!('file' in entry)) readable++;
      if (readable + unreadable === PROBED_ENTRIES) break;
    }
  } catch (error) {
    // The file may still be damaged in the eyes of another reader only, for example a table for a reader of JSON.
    if (error instanceof UnreadableFile && error.code !== 'too_large') return { readable: 0, unreadable };
    throw error;
  }
  return { readable, unreadable };
}

async function isReadBy(read: Reader, archive: Archive): Promise<boolean> {
  const { readable, unreadable } = await probe(read, archive);
  return readable > unreadable;
}

/** Yields the columns of the first table with ids or titles, whatever its rows hold. */
async function* readColumns(archive: Archive): AsyncGenerator<Entry> {
  for await (const entry of readAnyCsv(archive))
    if ('columns' in entry) {
      yield entry;
      return;
    }
}

/**
 * Returns the source whose reader reads the beginning of the file.
 * @throws UnreadableFile `unknown_file` when no reader does.
 */
export async function recognize(given: Archive): Promise<ImportSource> {
  const archive = keepText(given);
  // Their tables have columns of media servers too.
  for (const source of TRIED_FIRST) if (await isReadBy(READERS[source], archive)) return source;
  const server = await findMediaServer(archive);
  if (server) return server;
  for (const source of TRIED) if (await isReadBy(READERS[source], archive)) return source;
  if (await isReadBy(readColumns, archive)) return 'csv';
  throw new UnreadableFile(UNKNOWN, 'unknown_file');
}

/**
 * Checks that the file is one of the named source.
 * @throws UnreadableFile `other_source` when the file is another service's.
 */
export async function confirmSource(given: Archive, named: ImportSource): Promise<void> {
  const archive = keepText(given);
  // Rows that are damaged do not make it a file of another service.
  if (named === 'csv' || (await probe(READERS[named], archive)).readable > 0) return;
  const other = await recognize(archive).catch((error: unknown) => {
    if (error instanceof UnreadableFile && error.code === 'unknown_file') return null;
    throw error;
  });
  // A file that nobody reads, or the same reader only with many damaged rows, gets the sentence of the named reader.
  if (other === null || other === named) return;
  throw new UnreadableFile(OTHER_SOURCE, 'other_source', { looksLike: other });
}

import { IMPORT_SOURCES } from '@marquee/contracts/constants';
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
 * The readers in the order in which they are tried. Those that look for columns or keys of their own come first; a table
 * with ids, or with titles and years, may be of any service. One of titles and dates is Netflix's, unless another reader knows it.
 */
const TRIED_FIRST = ['yamtrack', 'movary'] as const satisfies ImportSource[];
const TRIED = [
  'marquee',
  'simkl',
  'ryot',
  'watcharr',
  'trakt',
  'tv_time',
  'movielens',
  'imdb',
  'criticker',
  'letterboxd',
] as const satisfies ImportSource[];
const UNKNOWN =
  'Marquee does not recognize this file. It reads exports of Letterboxd, IMDb, Trakt, TV Time, Netflix, Plex, Jellyfin, ' +
  'MovieLens, Simkl, Yamtrack, Ryot, Movary, Watcharr, Criticker and Marquee, and tables with ids, or with titles and years.';

async function isReadBy(read: Reader, archive: Archive): Promise<boolean> {
  let readable = 0;
  let unreadable = 0;
  try {
    for await (const entry of read(archive)) {
      if ('unreadable' in entry) unreadable++;
      else readable++;
      if (readable + unreadable === PROBED_ENTRIES) break;
    }
  } catch (error) {
    // The file may still be damaged in the eyes of another reader only, for example a table for a reader of JSON.
    if (error instanceof UnreadableFile && error.code !== 'too_large') return false;
    throw error;
  }
  return readable > unreadable;
}

/** Yields the columns of the first table with ids, or with titles and years, whatever its rows hold. */
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
  // The readers that are left take what they can of any table, for example its dates without its ratings.
  if (await isReadBy(readColumns, archive)) return 'csv';
  for (const source of IMPORT_SOURCES) if (await isReadBy(READERS[source], archive)) return source;
  throw new UnreadableFile(UNKNOWN, 'unknown_file');
}

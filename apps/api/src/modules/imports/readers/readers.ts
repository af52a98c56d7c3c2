import type { ImportScale, ImportSource } from '@marquee/contracts/imports';
import type { Archive } from '../files/archive.ts';
import type { Entry } from '../records.ts';
import { readAniList } from './anilist.ts';
import { type ColumnChoices, readAnyTable } from './any-table.ts';
import { readCriticker } from './criticker.ts';
import { readFilmweb } from './filmweb.ts';
import { readImdb } from './imdb.ts';
import { readLetterboxd } from './letterboxd.ts';
import { readMarquee } from './marquee.ts';
import { readJellyfin, readPlex } from './media-server.ts';
import { readMovary } from './movary.ts';
import { readMovielens } from './movielens.ts';
import { readMyAnimeList } from './myanimelist.ts';
import { readNetflix } from './netflix.ts';
import { readRyot } from './ryot.ts';
import { readShowly } from './showly.ts';
import { readSimkl } from './simkl.ts';
import { readStremio } from './stremio.ts';
import { readTmdb } from './tmdb.ts';
import { readTrakt } from './trakt.ts';
import { readTvTime } from './tv-time.ts';
import { readWatcharr } from './watcharr.ts';
import { readYamtrack } from './yamtrack.ts';

/**
 * Reads an export of one service. The order of the entries must be the same each time, because a job that
 * continues skips the stored entries.
 * @param columns what the member says of the columns of a table of an unknown service.
 * @throws UnreadableFile for a file of another kind.
 */
export type Reader = (archive: Archive, columns?: ColumnChoices) => AsyncGenerator<Entry>;

export const READERS: Record<ImportSource, Reader> = {
  letterboxd: readLetterboxd,
  imdb: readImdb,
  trakt: readTrakt,
  tv_time: readTvTime,
  netflix: readNetflix,
  plex: readPlex,
  jellyfin: readJellyfin,
  movielens: readMovielens,
  simkl: readSimkl,
  yamtrack: readYamtrack,
  ryot: readRyot,
  movary: readMovary,
  watcharr: readWatcharr,
  criticker: readCriticker,
  tmdb: readTmdb,
  myanimelist: readMyAnimeList,
  anilist: readAniList,
  filmweb: readFilmweb,
  stremio: readStremio,
  showly: readShowly,
  csv: readAnyTable,
  marquee: readMarquee,
};

/** The scale on which a service writes its scores. Null where members choose it, or where nobody knows. */
export const USUAL_SCALES: Partial<Record<ImportSource, ImportScale>> = {
  letterboxd: 5,
  movielens: 5,
  netflix: 5,
  imdb: 10,
  plex: 10,
  simkl: 10,
  yamtrack: 10,
  movary: 10,
  tmdb: 10,
  myanimelist: 10,
  filmweb: 10,
  criticker: 100,
};

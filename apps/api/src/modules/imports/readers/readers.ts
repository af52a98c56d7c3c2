import type { ImportSource } from '@marquee/contracts';
import type { Archive } from '../files/archive.ts';
import type { Entry } from '../records.ts';
import { readAnyCsv } from './any-csv.ts';
import { readCriticker } from './criticker.ts';
import { readImdb } from './imdb.ts';
import { readLetterboxd } from './letterboxd.ts';
import { readMarquee } from './marquee.ts';
import { readJellyfin, readPlex } from './media-server.ts';
import { readMovary } from './movary.ts';
import { readMovielens } from './movielens.ts';
import { readNetflix } from './netflix.ts';
import { readRyot } from './ryot.ts';
import { readSimkl } from './simkl.ts';
import { readTrakt } from './trakt.ts';
import { readTvTime } from './tv-time.ts';
import { readWatcharr } from './watcharr.ts';
import { readYamtrack } from './yamtrack.ts';

/**
 * Reads an export of one service. The order of the entries must be the same each time, because a job that
 * continues skips the stored entries.
 * @throws UnreadableFile for a file of another kind.
 */
export type Reader = (archive: Archive) => AsyncGenerator<Entry>;

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
  csv: readAnyCsv,
  marquee: readMarquee,
};

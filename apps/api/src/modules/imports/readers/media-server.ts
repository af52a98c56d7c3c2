import { NAME_MAX } from '@marquee/contracts/constants';
import type { Archive } from '../files/archive.ts';
import { columnName, csvCells, notAnExport, Row } from '../files/csv.ts';
import { createOrderFinder, type DateOrder, parseDay, parseMoment } from '../files/dates.ts';
import {
  cleanText,
  findImdbId,
  parseNumber,
  parseScore,
  parseYear,
  scaleOf,
  splitYear,
} from '../files/fields.ts';
import { type Entry, hintOf, type ListRef, type TitleHint, UNREADABLE } from '../records.ts';

// Plex and Jellyfin have no export. These are the columns of three other sources: Tautulli, the plugins Playback
// Reporting and Reports, and common export scripts.
const SERIES = [
  'grandparent_title',
  'series',
  'series_name',
  'seriesname',
  'show',
  'show_title',
  'show_name',
];
const TITLE = ['title', 'name', 'itemname', 'item_name', 'movie', 'movie_title', 'full_title', 'film'];
const TYPE = ['media_type', 'mediatype', 'type', 'item_type', 'itemtype'];
const YEAR = [
  'year',
  'production_year',
  'productionyear',
  'release_year',
  'originally_available_at',
  'premieredate',
];
const DATE = [
  'last_viewed_at',
  'lastviewedat',
  'viewed_at',
  'watched_at',
  'watched_date',
  'date_watched',
  'last_played',
  'last_played_date',
  'lastplayeddate',
  'datecreated',
  'date_created',
  'date',
  'stopped',
  'started',
];
const RATING = ['user_rating', 'userrating', 'my_rating', 'your_rating', 'rating10', 'rating'];
const RATED_AT = ['last_rated_at', 'lastratedat', 'rated_at', 'date_rated'];
const PLAYED = [
  'watched',
  'played',
  'is_played',
  'isplayed',
  'view_count',
  'viewcount',
  'play_count',
  'playcount',
  'watched_status',
];
const PERCENT = ['percent_complete', 'percentcomplete', 'progress'];
const IDS = ['imdb_id', 'imdbid', 'imdb', 'provider_imdb', 'guid', 'guids', 'providerids'];
/** The people whose views are in the file, by name before number. */
const USER = ['friendly_name', 'username', 'user_name', 'user', 'userid', 'user_id'];
/** Columns that only exports of one server have. */
const OWN_COLUMNS = {
  plex: [
    'grandparent_title',
    'rating_key',
    'guid',
    'guids',
    'librarysectiontitle',
    'view_count',
    'viewcount',
    'last_viewed_at',
    'lastviewedat',
    'percent_complete',
    'percentcomplete',
  ],
  jellyfin: [
    'itemname',
    'itemtype',
    'itemid',
    'isplayed',
    'is_played',
    'playcount',
    'datecreated',
    'productionyear',
    'provider_imdb',
    'providerids',
    'is_favorite',
    'isfavorite',
    'lastplayeddate',
    'last_played_date',
  ],
};
/** Columns of Plex that other tables have too. A table that also has a year or a public id is read as any table. */
const SHARED_COLUMNS = ['media_type', 'user_rating'];
const PUBLIC_IDS = ['imdb_id', 'imdbid', 'imdb', 'tmdb_id', 'tmdbid', 'tmdb'];
/** A media server marks a title as seen from this percentage of its duration on. */
const WATCHED_PERCENT = 80;

/** The columns of a Playback Reporting backup, which has no header. */
const BACKUP = [
  'datecreated',
  'userid',
  'itemid',
  'itemtype',
  'itemname',
  'method',
  'client',
  'device',
  'duration',
];
const BACKUP_TYPE = /^(movie|episode)$/i;

const tmdbIdOf = (cell: string): number | null =>
  Number(/tmdb(?::\/\/|=|")?[":= ]*(\d{1,9})/i.exec(cell)?.[1]) || null;

function hintFrom(row: Row): TitleHint | null {
  const type = row.get(...TYPE).toLowerCase();
  const ids = IDS.map((name) => row.get(name)).join(' ');
  const { title, year } = splitYear(row.get(...TITLE));
  const isEpisode = /episode|season/.test(type) || row.get(...SERIES) !== '';
  if (isEpisode) {
    // Without a column for the series, read the series from a title such as `Dark - s01e02 - Lies`.
    const series = splitYear(
      row.get(...SERIES) || title.replace(/ - s\d+e\d+.*$/i, '').replace(/ - .*$/, ''),
    );
    return series.title === '' ? null : hintOf({ ...series, type: 'series' });
  }
  if (title === '' || /track|album|artist|photo|clip|audio|music|trailer/.test(type)) return null;
  return hintOf({
    title,
    year: parseYear(row.get(...YEAR)) ?? year,
    type: /show|series/.test(type) ? 'series' : type === '' ? null : 'movie',
    imdbId: findImdbId(ids),
    tmdbId: tmdbIdOf(
      row.get('tmdb_id', 'tmdbid', 'tmdb') ? `tmdb:${row.get('tmdb_id', 'tmdbid', 'tmdb')}` : ids,
    ),
  });
}

function isPlayed(row: Row): boolean {
  const percent = parseNumber(row.get(...PERCENT).replace('%', ''));
  if (percent !== null) return percent >= WATCHED_PERCENT;
  const played = row.get(...PLAYED);
  return played === '' || !/^(0|false|no|unwatched|0\.\d+)$/i.test(played);
}

interface Format {
  order: DateOrder;
  scale: number;
  favorites: ListRef;
}

function toEntries(row: Row, format: Format): Entry[] {
  const profile = cleanText(row.get(...USER), NAME_MAX);
  const entries = factsOf(row, format);
  return profile === '' ? entries : entries.map((entry) => ('hint' in entry ? { ...entry, profile } : entry));
}

function factsOf(row: Row, { order, scale, favorites }: Format): Entry[] {
  const hint = hintFrom(row);
  if (!hint) return [UNREADABLE];
  const entries: Entry[] = [];
  const date = row.get(...DATE);
  const isEpisode = /episode|season/.test(row.get(...TYPE).toLowerCase());
  const rating = isEpisode ? null : parseScore(row.get(...RATING), scale);
  // Media servers write 0 for a title without a rating.
  if (rating !== null && rating > 0) {
    const at = parseMoment(row.get(...RATED_AT) || date, order);
    entries.push({ hint, fact: { kind: 'rating', rating, tags: [], at, first: null } });
  }
  if (isPlayed(row) && (date !== '' || row.get(...PLAYED) !== ''))
    entries.push({ hint, fact: { kind: 'seen', on: parseDay(date, order), at: null } });
  if (/^(1|true|yes)$/i.test(row.get('is_favorite', 'isfavorite', 'favorite')))
    entries.push({ hint, list: favorites, fact: { kind: 'list', at: null } });
  return entries;
}

/** Yields the rows below the header, or all rows of a backup without header. */
async function* rowsOf(archive: Archive, name: string): AsyncGenerator<Row | null> {
  let columns: Map<string, number> | null = null;
  for await (const cells of csvCells(archive.text(name))) {
    if (columns) {
      yield cells && new Row(columns, cells);
      continue;
    }
    if (!cells) continue;
    if (BACKUP_TYPE.test(cells[3] ?? '') && parseDay(cells[0] ?? '')) {
      columns = new Map(BACKUP.map((column, at) => [column, at]));
      yield new Row(columns, cells);
      continue;
    }
    const named = new Map(cells.map((cell, at) => [columnName(cell), at] as const).toReversed());
    const isHeader = (names: readonly string[]) => names.some((column) => named.has(column));
    if (isHeader([...TITLE, ...SERIES]) && isHeader([...DATE, ...RATING, ...PLAYED, ...PERCENT]))
      columns = named;
  }
}

/** Reads the whole file to find the order of day and month, and the scale of ratings. */
async function findFormat(archive: Archive, name: string, favorites: ListRef): Promise<Format> {
  const finder = createOrderFinder();
  let highest = 0;
  for await (const row of rowsOf(archive, name)) {
    if (!row) continue;
    finder.add(row.get(...DATE));
    highest = Math.max(highest, parseNumber(row.get(...RATING)) ?? 0);
  }
  return { order: finder.order(), scale: scaleOf(highest), favorites };
}

const createReader = (service: string) =>
  async function* read(archive: Archive): AsyncGenerator<Entry> {
    const favorites: ListRef = { type: 'custom', name: `${service} favorites` };
    let rows = 0;
    for (const name of archive.names.filter((each) => !/\.(json|html?|pdf|xlsx?)$/i.test(each))) {
      const format = await findFormat(archive, name, favorites);
      // Plex ratings are 0 to 10, even when no rating is above 5.
      if (service === 'Plex' && format.scale === 5) format.scale = 10;
      for await (const row of rowsOf(archive, name)) {
        rows++;
        if (row) yield* toEntries(row, format);
        else yield UNREADABLE;
      }
    }
    if (rows === 0) throw notAnExport(service);
  };

/** Returns the media server whose own columns the first table of the file has, or null. */
export async function findMediaServer(archive: Archive): Promise<'plex' | 'jellyfin' | null> {
  for (const name of archive.names.filter((each) => /\.(csv|tsv|txt)$|^[^.]*$/i.test(each)))
    for await (const row of rowsOf(archive, name)) {
      if (!row) break;
      if (row.hasColumn(...OWN_COLUMNS.plex)) return 'plex';
      if (row.hasColumn(...OWN_COLUMNS.jellyfin)) return 'jellyfin';
      if (row.hasColumn(...SHARED_COLUMNS) && !row.hasColumn(...YEAR, ...PUBLIC_IDS)) return 'plex';
      break;
    }
  return null;
}

export const readPlex = createReader('Plex');
export const readJellyfin = createReader('Jellyfin');

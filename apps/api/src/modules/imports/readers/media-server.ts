import { NAME_MAX } from '@marquee/contracts/constants';
import type { Archive } from '../files/archive.ts';
import { columnsOf, csvCells, notAnExport, Row } from '../files/csv.ts';
import { createOrderFinder, type DateOrder, parseDay, parseMoment, parseView } from '../files/dates.ts';
import { type EpisodeHint, episodeIn, episodeOf, ofEpisode } from '../files/episode.ts';
import {
  cleanText,
  findImdbId,
  parseMinutes,
  parseNumber,
  parseScore,
  parseYear,
  splitYear,
} from '../files/fields.ts';
import { createStatementFinder, isNothing, type StatementFinder } from '../files/seen-statement.ts';
import { movieOrSeries, seriesInName, titleType } from '../files/title-type.ts';
import { type Entry, hintOf, type ListRef, PASSED, rated, type TitleHint, UNREADABLE } from '../records.ts';

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
  'lastplayed',
  'last_played_date',
  'lastplayeddate',
  'datecreated',
  'date_created',
  'date',
  'stopped',
  'started',
];
/** The member's own. `Rating`, `audienceRating` and `criticRating` are what a server knows of the public's and critics'. */
const RATING = ['user_rating', 'userrating', 'my_rating', 'your_rating', 'rating10'];
const RATED_AT = ['last_rated_at', 'lastratedat', 'rated_at', 'date_rated'];
const PERCENT = ['percent_complete', 'percentcomplete', 'progress'];
/** Columns of a log of plays. In another table a date may be the day on which a title was added. */
const LOG = [
  ...PERCENT,
  'itemname',
  'item_name',
  'playbackmethod',
  'method',
  'playduration',
  'play_duration',
  'friendly_name',
  'player',
  'platform',
  'stopped',
];
/** For how many seconds a title was played, in the plugin Playback Reporting. */
const PLAYED_SECONDS = ['playduration', 'play_duration'];
/** Beside them, a table of titles is one of a media server. */
const FACTS = /^(?:is_?)?(?:watched|played|view_?count|play_?count|watched_status)$/;
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
  'playduration',
];
const BACKUP_TYPE = /^(movie|episode)$/i;

const tmdbIdOf = (cell: string): number | null =>
  Number(/tmdb(?::\/\/|=|")?[":= ]*(\d{1,9})/i.exec(cell)?.[1]) || null;

/** Tautulli numbers what lies in what: the season of an episode is the parent of its `media_index`. */
const SEASON = [
  'parent_media_index',
  'parentindexnumber',
  'parent_index_number',
  'season',
  'season_number',
  'seasonnumber',
];
const EPISODE = ['media_index', 'indexnumber', 'index_number', 'episode', 'episode_number', 'episodenumber'];

function hintFrom(row: Row): { hint: TitleHint; isPart: boolean; of: EpisodeHint | null } | null {
  const type = titleType(row.get(...TYPE));
  const ids = IDS.map((name) => row.get(name)).join(' ');
  const { title, year } = splitYear(row.get(...TITLE));
  if (type === 'part' || row.get(...SERIES) !== '') {
    // Without a column for the series, read the series from a title such as `Dark - s01e02 - Lies`.
    const series = splitYear(row.get(...SERIES) || seriesInName(title).replace(/ - .*$/, ''));
    const of = episodeOf(row.get(...SEASON), row.get(...EPISODE)) ?? episodeIn(row.get(...TITLE));
    return series.title === '' ? null : { hint: hintOf({ ...series, type: 'series' }), isPart: true, of };
  }
  if (title === '' || type === 'other') return null;
  const hint = hintOf({
    title,
    year: parseYear(row.get(...YEAR)) ?? year,
    type: movieOrSeries(type),
    imdbId: findImdbId(ids),
    tmdbId: tmdbIdOf(
      row.get('tmdb_id', 'tmdbid', 'tmdb') ? `tmdb:${row.get('tmdb_id', 'tmdbid', 'tmdb')}` : ids,
    ),
  });
  return { hint, isPart: false, of: null };
}

interface Format {
  order: DateOrder;
  finder: StatementFinder;
  /** Whether every row is a view, as in a history without columns that say it. */
  isHistory: boolean;
  favorites: ListRef;
}

function isPlayed(row: Row, { finder, isHistory }: Format): boolean {
  const percent = parseNumber(row.get(...PERCENT).replace('%', ''));
  if (percent !== null) return percent >= WATCHED_PERCENT;
  const stated = finder.of(row);
  return stated === null ? isHistory && !isNothing(row.get(...DATE)) : stated === 'seen';
}

function toEntries(row: Row, format: Format): Entry[] {
  const profile = cleanText(row.get(...USER), NAME_MAX);
  const entries = factsOf(row, format);
  return profile === '' ? entries : entries.map((entry) => ('hint' in entry ? { ...entry, profile } : entry));
}

function factsOf(row: Row, format: Format): Entry[] {
  const { order, favorites } = format;
  const found = hintFrom(row);
  if (!found) return [UNREADABLE];
  const { hint, isPart, of } = found;
  const entries: Entry[] = [];
  const date = row.get(...DATE);
  const score = parseScore(row.get(...RATING));
  // Media servers write 0 for a title without a rating.
  if (score !== null && !('score' in score && score.score === 0))
    entries.push(
      isPart
        ? { passed: true, ...('score' in score && { score: score.score }) }
        : { hint, fact: rated(score, [], parseMoment(row.get(...RATED_AT) || date, order)) },
    );
  if (isPlayed(row, format)) {
    const seconds = parseNumber(row.get(...PLAYED_SECONDS));
    const minutes = seconds === null ? parseMinutes(row.get(...PLAYED_SECONDS)) : Math.max(0, seconds) / 60;
    const plays = format.finder.plays(row);
    const fact = {
      kind: 'seen',
      ...ofEpisode(of),
      on: parseView(date, order),
      at: null,
      ...(plays > 1 && { plays }),
      ...(minutes !== null && { minutes }),
    } as const;
    entries.push({ hint, fact, isSaid: true });
  }
  if (/^(1|true|yes)$/i.test(row.get('is_favorite', 'isfavorite', 'favorite')))
    entries.push({ hint, list: favorites, fact: { kind: 'list', at: null } });
  return entries.length > 0 ? entries : [PASSED];
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
    const named = columnsOf(cells);
    const isHeader = (names: readonly string[]) => names.some((column) => named.has(column));
    const hasFacts = [...named.keys()].some((column) => FACTS.test(column));
    if (isHeader([...TITLE, ...SERIES]) && (hasFacts || isHeader([...DATE, ...RATING, ...PERCENT])))
      columns = named;
  }
}

/** Reads the whole file to find the order of day and month, and which columns say that a title was seen. */
async function findFormat(archive: Archive, name: string, favorites: ListRef): Promise<Format> {
  const dates = createOrderFinder();
  let finder: StatementFinder | null = null;
  let isHistory = false;
  for await (const row of rowsOf(archive, name)) {
    if (!row) continue;
    finder ??= createStatementFinder(row.columns());
    finder.add(row);
    dates.add(row.get(...DATE));
    isHistory ||= row.hasColumn(...DATE) && row.hasColumn(...LOG);
  }
  return { order: dates.order(), finder: finder ?? createStatementFinder([]), isHistory, favorites };
}

const createReader = (service: string) =>
  async function* read(archive: Archive): AsyncGenerator<Entry> {
    const favorites: ListRef = { type: 'custom', name: `${service} favorites` };
    let rows = 0;
    for (const name of archive.names.filter((each) => !/\.(json|html?|pdf|xlsx?)$/i.test(each))) {
      const format = await findFormat(archive, name, favorites);
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

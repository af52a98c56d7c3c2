import { EPISODE_NUMBER_MAX, SEASON_NUMBER_MAX } from '@marquee/contracts/constants';
import { hintOf, type TitleHint } from '#src/modules/imports/matching/title-match.service.ts';
import type { Fields } from './fields.ts';

export interface EpisodeNumber {
  season: number;
  episode: number;
}

/** What a media server says of one title. */
export interface Report {
  /** The name of the server, or else the product. */
  server: string | null;
  /**
   * The account of the media server. Null when the shape has none, as Kodi's; empty when it has one that is not named.
   */
  accountName: string | null;
  /** The name of the movie or series as the server wrote it, or null when it sent ids alone. */
  title: string | null;
  /**
   * `seen`: a view reached nine tenths of the title, or somebody marked it as watched. `unseen`: somebody marked a movie,
   * a whole series or an episode with its numbers as not watched. `none`: anything else, such as a pause.
   */
  action: 'seen' | 'unseen' | 'rated' | 'none';
  /** 1 to 10, of `rated`. */
  rating: number | null;
  /** Null when the report names no movie and no series. */
  hint: TitleHint | null;
  /** The episode, where the report is about one and has its numbers. Specials are season 0. */
  episode: EpisodeNumber | null;
  /** How long what was played is, where the server says it. An extra has the name of its movie, but not its length. */
  minutes: number | null;
}

const MS_PER_MINUTE = 60_000;
const TICKS_PER_MS = 10_000;
export const minutesOfMs = (ms: number | null): number | null => (ms ? ms / MS_PER_MINUTE : null);
export const minutesOfTicks = (ticks: number | null): number | null =>
  minutesOfMs(ticks === null ? null : ticks / TICKS_PER_MS);

/** What is in a library of home videos has a name by chance. */
const HOME_VIDEOS = /^(?:home|other|family|personal|private)[ _-]?videos?$/i;

/** Whether an item is no title: a trailer, another extra, or a home video. */
export const isNoTitle = (item: Fields): boolean =>
  !/^(?:|0|unknown|none|false)$/i.test(item.text('extraType') ?? '') ||
  HOME_VIDEOS.test(item.text('librarySectionTitle', 'collectionType', 'libraryName') ?? '');

/** A title counts as watched from this part of its length on. */
const WATCHED_FROM = 0.9;

export const isWatched = (position: number | null, length: number | null): boolean =>
  position !== null && length !== null && length > 0 && position / length >= WATCHED_FROM;

type Kind = 'movie' | 'episode' | 'season' | 'series';

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['movie', 'movie'],
  ['film', 'movie'],
  ['episode', 'episode'],
  ['season', 'season'],
  ['series', 'series'],
  ['show', 'series'],
  ['tvshow', 'series'],
]);

/** Returns null for music, pictures and everything else that is neither a movie nor part of a series. */
export const kindOf = (type: string | null): Kind | null =>
  KINDS.get((type ?? '').toLowerCase().replace(/[^a-z]/g, '')) ?? null;

/** Whether what is said is said of a whole title: a mark of an episode says nothing of the others. */
export const isWhole = (kind: Kind | null): boolean => kind === 'movie' || kind === 'series';

/** Public ids as a report has them. What is not an id is ignored. */
export interface Ids {
  imdb?: string | null | undefined;
  tmdb?: string | null | undefined;
  tvdb?: string | null | undefined;
}

/** Reads ids whose names are the usual ones, or end with them: `Imdb`, `imdb_id`, `Provider_imdb`. */
export function idsIn(fields: Fields, prefix = ''): Ids {
  const id = (...names: string[]) =>
    fields.text(...names.flatMap((name) => [`${prefix}${name}`, `${prefix}${name}id`]));
  return {
    imdb: id('imdb', 'imdbnumber'),
    tmdb: id('tmdb', 'themoviedb'),
    tvdb: id('tvdb', 'thetvdb'),
  };
}

const numberOf = (id: string | null | undefined): number | null =>
  id && /^\d{1,9}$/.test(id) ? Number(id) : null;
const yearOf = (year: number | null): number | null =>
  year !== null && Number.isInteger(year) && year >= 1_870 && year <= 2_200 ? year : null;

interface Named {
  title: string | null;
  originalTitle?: string | null;
  year: number | null;
  ids: Ids;
}

/**
 * Returns what a report names. The ids and the year of an episode are those of the episode, so its series is found by
 * what is said of the series alone.
 */
export function hintFor(kind: Kind | null, item: Named, series: Named): TitleHint | null {
  if (kind === null) return null;
  const { title, originalTitle = null, year, ids } = isWhole(kind) ? item : series;
  const hint = hintOf({
    title: title ?? '',
    originalTitle,
    year: yearOf(year),
    type: kind === 'movie' ? 'movie' : 'series',
    imdbId: ids.imdb && /^tt\d{1,10}$/.test(ids.imdb) ? ids.imdb : null,
    tmdbId: numberOf(ids.tmdb),
    tvdbId: numberOf(ids.tvdb),
  });
  const isNamed = title !== null || hint.imdbId !== null || hint.tmdbId !== null || hint.tvdbId !== null;
  return isNamed ? hint : null;
}

export const NOTHING: Named = { title: null, year: null, ids: {} };

const isNumber = (value: number | null, least: number, most: number): value is number =>
  value !== null && Number.isInteger(value) && value >= least && value <= most;

/** Returns the episode of these numbers, or null where the report is about something else or has none. */
export const episodeOf = (
  kind: Kind | null,
  season: number | null,
  episode: number | null,
): EpisodeNumber | null =>
  kind === 'episode' && isNumber(season, 0, SEASON_NUMBER_MAX) && isNumber(episode, 1, EPISODE_NUMBER_MAX)
    ? { season, episode }
    : null;

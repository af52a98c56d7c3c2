import { EPISODE_NUMBER_MAX, SEASON_NUMBER_MAX, type SeriesStatus } from '@marquee/contracts';
import type {
  TmdbClient,
  TmdbEpisode,
  TmdbKind,
  TmdbMovie,
  TmdbOffers,
  TmdbSeries,
} from '#src/clients/tmdb.ts';
import { toLanguage } from '#src/core/languages.ts';
import { THEMES_MAX } from '#src/modules/catalogue/feed/feed.ts';
import { TMDB_KEYWORDS } from '#src/titles/themes/vocabulary.ts';
import type { PageRequest, SourceLine, SourcePage, TitleSource } from './source.ts';
import { toGenres, toImdbId } from './source.ts';

const IMAGES = 'https://image.tmdb.org/t/p';
const DAY_MS = 86_400_000;
/** TMDB lists the changes of the last 14 days. */
const CHANGES_DAYS = 14;
const FIRST_YEAR = 1874;
/** TMDB returns at most 500 pages per query. */
const PAGES_MAX = 500;
const CAST_MAX = 20;
const VIDEO_HOSTS = new Map<string, string>([
  ['YouTube', 'https://www.youtube.com/watch?v='],
  ['Vimeo', 'https://vimeo.com/'],
]);

const KINDS = ['movie', 'tv'] as const;
/** One page: kind of titles, range of years (in full runs only) and page number. */
interface Position {
  kind: TmdbKind;
  from: number;
  to: number;
  page: number;
}

const firstOf = (kind: TmdbKind): Position => ({
  kind,
  from: FIRST_YEAR,
  to: new Date().getUTCFullYear() + 1,
  page: 1,
});
const write = ({ kind, from, to, page }: Position): string => `${kind} ${from} ${to} ${page}`;
function read(position: string | null): Position {
  if (position === null) return firstOf('movie');
  const [kind, from, to, page] = position.split(' ');
  return { kind: kind === 'tv' ? 'tv' : 'movie', from: Number(from), to: Number(to), page: Number(page) };
}

const yearOf = (date: string | null | undefined): number | null => Number(date?.slice(0, 4)) || null;
const pictureOf = (size: string, path: string | null | undefined): string | null =>
  path ? `${IMAGES}/${size}${path}` : null;
const isMovie = (title: TmdbMovie | TmdbSeries): title is TmdbMovie => 'title' in title;

function toOffers({ link, flatrate, free, ads, rent, buy }: TmdbOffers, country: string) {
  const kinds = [
    ['subscription', flatrate],
    ['free', free],
    ['free', ads],
    ['rent', rent],
    ['buy', buy],
  ] as const;
  return kinds.flatMap(([kind, providers = []]) =>
    providers.map(({ provider_name: service }) => ({ service, kind, country, url: link })),
  );
}

function trailerOf({ results }: TmdbMovie['videos']): string | null {
  const trailers = results.filter(({ site, type }) => type === 'Trailer' && VIDEO_HOSTS.has(site));
  const best = trailers.find(({ official }) => official) ?? trailers[0];
  return best ? `${VIDEO_HOSTS.get(best.site)}${best.key}` : null;
}

/**
 * Returns the names by language. The name of the language's main region stands for the language, and other regions have
 * a name of their own where it differs.
 */
function namesOf(title: TmdbMovie | TmdbSeries): Record<string, string> {
  const names: Record<string, string> = {};
  const original = isMovie(title) ? title.original_title : title.original_name;
  const originalLanguage = toLanguage(title.original_language ?? '');
  if (original && originalLanguage !== null) names[originalLanguage] = original;
  const translated = title.translations.translations.flatMap(({ iso_639_1, iso_3166_1: region, data }) => {
    const language = toLanguage(iso_639_1);
    const name = data.title || data.name;
    return language === null || !name ? [] : [{ language, region, name }];
  });
  const isMain = ({ language, region }: { language: string; region: string }): boolean =>
    new Intl.Locale(language).maximize().region === region;
  translated.sort((a, b) => Number(isMain(b)) - Number(isMain(a)));
  for (const { language, name } of translated) names[language] ??= name;
  for (const { language, region, name } of translated) {
    const code = toLanguage(`${language}-${region}`);
    if (code !== null && names[language] !== name) names[code] ??= name;
  }
  return names;
}

/** Returns the countries of a movie, its own first: the order of the production countries means nothing. */
const countriesOf = ({ origin_country = [], production_countries }: TmdbMovie): string[] => [
  ...new Set([...origin_country, ...production_countries.map(({ iso_3166_1 }) => iso_3166_1)]),
];

/** The codes of TMDB that are no BCP 47: Cantonese, and a film without a language. */
const LANGUAGES = new Map([
  ['cn', 'yue'],
  ['xx', ''],
]);

/** Returns the language in which a title was made, where its own country is known. */
function languageOf({ original_language: code, origin_country = [] }: TmdbMovie | TmdbSeries): string | null {
  if (!code || origin_country.length === 0) return null;
  return toLanguage(LANGUAGES.get(code) ?? code);
}

function themesOf({ keywords }: TmdbMovie | TmdbSeries): string[] {
  const named = keywords.keywords ?? keywords.results ?? [];
  const themes = named.flatMap(({ name }) => TMDB_KEYWORDS.get(name.toLowerCase()) ?? []);
  return [...new Set(themes)].slice(0, THEMES_MAX);
}

/** Returns the facts that TMDB stores differently for movies and series, as fields of the feed. */
function ownFacts(title: TmdbMovie | TmdbSeries) {
  if (isMovie(title)) {
    const rated = title.release_dates.results.find(({ iso_3166_1 }) => iso_3166_1 === 'US');
    return {
      title: title.title,
      release_year: yearOf(title.release_date),
      runtime_minutes: title.runtime ?? null,
      countries: countriesOf(title),
      age_rating: rated?.release_dates.find(({ certification }) => certification)?.certification ?? null,
      directors: title.credits.crew.filter(({ job }) => job === 'Director'),
    };
  }
  return {
    title: title.name,
    release_year: yearOf(title.first_air_date),
    runtime_minutes: title.episode_run_time[0] ?? null,
    seasons: title.number_of_seasons ?? null,
    countries: title.origin_country,
    age_rating: title.content_ratings.results.find(({ iso_3166_1 }) => iso_3166_1 === 'US')?.rating ?? null,
    directors: title.created_by,
  };
}

function toLine(
  kind: TmdbKind,
  id: number,
  title: TmdbMovie | TmdbSeries | null,
  country: string,
): SourceLine {
  const type = kind === 'movie' ? ('movie' as const) : ('series' as const);
  const found = title?.['watch/providers'].results[country];
  const offers = found ? toOffers(found, country) : [];
  if (title === null || offers.length === 0) return { key: String(id), type, line: null };
  const { directors, ...facts } = ownFacts(title);
  return {
    key: String(id),
    type,
    line: {
      key: String(id),
      type,
      ids: {
        imdb: toImdbId(title.external_ids.imdb_id),
        tmdb: id,
        tvdb: type === 'series' ? title.external_ids.tvdb_id || null : null,
      },
      ...facts,
      titles: namesOf(title),
      language: languageOf(title),
      themes: themesOf(title),
      genres: toGenres(title.genres.map(({ name }) => name)),
      directors: directors.map((person) => ({ name: person.name, id: String(person.id) })),
      cast: title.credits.cast.slice(0, CAST_MAX).map(({ name, id: person, character }) => ({
        name,
        id: String(person),
        character: character || null,
      })),
      votes: title.vote_count ?? null,
      overview: title.overview || null,
      video_url: trailerOf(title.videos),
      poster_url: pictureOf('w780', title.poster_path),
      backdrop_url: pictureOf('w1280', title.backdrop_path),
      offers,
    },
  };
}

const STATUSES: Readonly<Record<string, SeriesStatus>> = {
  'Returning Series': 'returning',
  Ended: 'ended',
  Canceled: 'canceled',
};
const DAY = /^\d{4}-\d\d-\d\d$/;
const NAME_CHARS = 500;
const NETWORK_CHARS = 200;
const dayOf = (text: string | null | undefined): string | null => (text && DAY.test(text) ? text : null);

/** Returns what TMDB says of a series by its episodes, as fields of the feed. */
function seriesFacts({ status, networks, last_air_date }: TmdbSeries, episodes: readonly TmdbEpisode[]) {
  const isPlace = ({ season_number: season, episode_number: episode }: TmdbEpisode) =>
    season <= SEASON_NUMBER_MAX && episode >= 1 && episode <= EPISODE_NUMBER_MAX;
  return {
    status: STATUSES[status ?? ''] ?? null,
    network: networks?.[0]?.name.slice(0, NETWORK_CHARS) || null,
    last_air_date: dayOf(last_air_date),
    episode_list: episodes.filter(isPlace).map((episode) => ({
      season: episode.season_number,
      episode: episode.episode_number,
      name: episode.name?.slice(0, NAME_CHARS) || null,
      air_date: dayOf(episode.air_date),
      runtime_minutes: episode.runtime || null,
      id: String(episode.id),
    })),
  };
}

/**
 * Returns the position after a page, or null after the last page. After the last page of a range, a full run continues
 * with the earlier years.
 */
function nextOf({ kind, from, to, page }: Position, pages: number, isFull: boolean): Position | null {
  if (page < Math.min(pages, PAGES_MAX)) return { kind, from, to, page: page + 1 };
  if (isFull && from > FIRST_YEAR) return { kind, from: FIRST_YEAR, to: from - 1, page: 1 };
  const other = KINDS[KINDS.indexOf(kind) + 1];
  return other ? firstOf(other) : null;
}

/**
 * Creates the source TMDB, which has facts, people, pictures, and offers from JustWatch without prices. Its
 * cursor is a day.
 */
export function createTmdbSource(client: TmdbClient): TitleSource {
  const today = () => new Date().toISOString().slice(0, 10);

  /** Reads a title, and the episodes of a series that has offers in the country. */
  async function readLine(
    kind: TmdbKind,
    id: number,
    country: string,
    signal: AbortSignal | undefined,
  ): Promise<SourceLine> {
    const title = await client.find(kind, id, signal);
    const read = toLine(kind, id, title, country);
    if (read.line === null || title === null || isMovie(title)) return read;
    const seasons = (title.seasons ?? []).map(({ season_number }) => season_number);
    const episodes = seasons.length === 0 ? [] : await client.findEpisodes(id, seasons, signal);
    return { ...read, line: { ...read.line, ...seriesFacts(title, episodes ?? []) } };
  }
  return {
    kind: 'titles',
    name: 'tmdb',
    credit: 'JustWatch',
    cursorNow: today,
    isExpired: (cursor) => Date.parse(cursor) < Date.now() - (CHANGES_DAYS - 1) * DAY_MS,

    async readTitle({ country, signal }, type, key) {
      const kind = type === 'movie' ? 'movie' : 'tv';
      return readLine(kind, Number(key), country, signal);
    },

    async readPage({ country, since, position, signal }: PageRequest): Promise<SourcePage> {
      const at = read(position);
      const found =
        since === null
          ? await client.discover(at.kind, country, at, at.page, signal)
          : await client.changes(at.kind, since, today(), at.page, signal);
      if (since === null && found.pages > PAGES_MAX && at.from < at.to) {
        // The query has too many pages. Halve the range of years, and read the later half first.
        const from = Math.ceil((at.from + at.to) / 2);
        return { lines: [], next: write({ ...at, from, page: 1 }) };
      }
      const lines = await Promise.all(
        [...new Set(found.ids)].map((id) => readLine(at.kind, id, country, signal)),
      );
      const next = nextOf(at, found.pages, since === null);
      return { lines, next: next && write(next) };
    },
  };
}

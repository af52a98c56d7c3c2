import { z } from 'zod';
import { createSourceHttp, SourceFailure } from './source-http.ts';

// The schemas follow the public documentation of API version 3, and contain only the fields that the sync
// reads.

const ORIGIN = 'https://api.themoviedb.org/3';
/** TMDB allows about 40 requests a second. */
const SPACING_MS = 30;

const Listed = z.object({ page: z.int(), total_pages: z.int(), results: z.array(z.object({ id: z.int() })) });

const Provider = z.object({ provider_name: z.string() });
const CountryOffers = z.object({
  link: z.string(),
  flatrate: z.array(Provider).optional(),
  free: z.array(Provider).optional(),
  ads: z.array(Provider).optional(),
  rent: z.array(Provider).optional(),
  buy: z.array(Provider).optional(),
});
export type TmdbOffers = z.infer<typeof CountryOffers>;

const Credited = z.object({ id: z.int(), name: z.string() });
const Keywords = z.array(z.object({ name: z.string() }));
const shared = {
  id: z.int(),
  overview: z.string().nullish(),
  poster_path: z.string().nullish(),
  backdrop_path: z.string().nullish(),
  vote_count: z.int().nullish(),
  genres: z.array(z.object({ name: z.string() })),
  credits: z.object({
    cast: z.array(Credited.extend({ character: z.string().nullish() })),
    crew: z.array(Credited.extend({ job: z.string() })),
  }),
  // Movies have `keywords` and series `results`.
  keywords: z.object({ keywords: Keywords.optional(), results: Keywords.optional() }),
  external_ids: z.object({ imdb_id: z.string().nullish(), tvdb_id: z.int().nullish() }),
  videos: z.object({
    results: z.array(
      z.object({ site: z.string(), type: z.string(), key: z.string(), official: z.boolean().optional() }),
    ),
  }),
  original_language: z.string().nullish(),
  translations: z.object({
    translations: z.array(
      z.object({
        iso_639_1: z.string(),
        iso_3166_1: z.string(),
        // A movie has a title and a series a name, empty where it is the original one.
        data: z.object({ title: z.string().nullish(), name: z.string().nullish() }),
      }),
    ),
  }),
  'watch/providers': z.object({ results: z.record(z.string(), CountryOffers) }),
};

const Movie = z.object({
  ...shared,
  title: z.string(),
  original_title: z.string().nullish(),
  release_date: z.string().nullish(),
  runtime: z.int().nullish(),
  origin_country: z.array(z.string()).optional(),
  production_countries: z.array(z.object({ iso_3166_1: z.string() })),
  release_dates: z.object({
    results: z.array(
      z.object({ iso_3166_1: z.string(), release_dates: z.array(z.object({ certification: z.string() })) }),
    ),
  }),
});
const Series = z.object({
  ...shared,
  name: z.string(),
  original_name: z.string().nullish(),
  first_air_date: z.string().nullish(),
  episode_run_time: z.array(z.int()),
  number_of_seasons: z.int().nullish(),
  origin_country: z.array(z.string()),
  created_by: z.array(Credited),
  status: z.string().nullish(),
  networks: z.array(z.object({ name: z.string() })).nullish(),
  last_air_date: z.string().nullish(),
  seasons: z.array(z.object({ season_number: z.int() })).nullish(),
  content_ratings: z.object({ results: z.array(z.object({ iso_3166_1: z.string(), rating: z.string() })) }),
});
const Season = z.object({
  episodes: z.array(
    z.object({
      id: z.int(),
      season_number: z.int().min(0),
      episode_number: z.int(),
      name: z.string().nullish(),
      air_date: z.string().nullish(),
      runtime: z.int().nullish(),
    }),
  ),
});
export type TmdbEpisode = z.infer<typeof Season>['episodes'][number];

/** A reply has at most so many further parts. */
const SEASONS_AT_ONCE = 20;

export type TmdbMovie = z.infer<typeof Movie>;
export type TmdbSeries = z.infer<typeof Series>;
export type TmdbKind = 'movie' | 'tv';

interface Options {
  token: string;
  /** The address of an emulator, for tests. */
  base?: string | undefined;
  spacingMs?: number | undefined;
  firstBackoffMs?: number | undefined;
}

interface IdPage {
  ids: number[];
  pages: number;
}

/** Returns what was asked for, or null when TMDB does not have it. */
async function findOrNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof SourceFailure && error.status === 404) return null;
    throw error;
  }
}

/** Creates a client for the API of The Movie Database, version 3. */
export function createTmdbClient({ token, base = ORIGIN, spacingMs = SPACING_MS, firstBackoffMs }: Options) {
  const http = createSourceHttp({
    name: 'TMDB',
    base,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    spacingMs,
    firstBackoffMs,
  });
  const toPage = ({ results, total_pages }: z.infer<typeof Listed>): IdPage => ({
    ids: results.map(({ id }) => id),
    pages: total_pages,
  });

  return {
    /** Returns ids of titles from these years that have an offer in the country. */
    async discover(
      kind: TmdbKind,
      country: string,
      years: { from: number; to: number },
      page: number,
      signal?: AbortSignal,
    ): Promise<IdPage> {
      const date = kind === 'movie' ? 'primary_release_date' : 'first_air_date';
      const query = {
        watch_region: country,
        with_watch_monetization_types: 'flatrate|free|ads|rent|buy',
        [`${date}.gte`]: `${years.from}-01-01`,
        [`${date}.lte`]: `${years.to}-12-31`,
        sort_by: `${date}.asc`,
        include_adult: 'false',
        page: String(page),
      };
      return toPage(await http.get(`/discover/${kind}`, query, Listed, signal));
    },

    /** Returns ids of titles that changed between two days. The days must be at most 14 days apart. */
    async changes(
      kind: TmdbKind,
      from: string,
      to: string,
      page: number,
      signal?: AbortSignal,
    ): Promise<IdPage> {
      const query = { start_date: from, end_date: to, page: String(page) };
      return toPage(await http.get(`/${kind}/changes`, query, Listed, signal));
    },

    /** Returns a title with credits and offers, or null when TMDB has deleted the title. */
    async find(kind: TmdbKind, id: number, signal?: AbortSignal): Promise<TmdbMovie | TmdbSeries | null> {
      const append = 'credits,keywords,external_ids,videos,translations,watch/providers';
      const extra = kind === 'movie' ? 'release_dates' : 'content_ratings';
      const query = { append_to_response: `${append},${extra}` };
      return findOrNull<TmdbMovie | TmdbSeries>(() =>
        kind === 'movie'
          ? http.get(`/movie/${id}`, query, Movie, signal)
          : http.get(`/tv/${id}`, query, Series, signal),
      );
    },

    /** Returns the episodes of these seasons of a series, or null when TMDB has deleted the series. */
    async findEpisodes(
      id: number,
      seasons: readonly number[],
      signal?: AbortSignal,
    ): Promise<TmdbEpisode[] | null> {
      const episodes: TmdbEpisode[] = [];
      for (let from = 0; from < seasons.length; from += SEASONS_AT_ONCE) {
        const parts = seasons.slice(from, from + SEASONS_AT_ONCE).map((season) => `season/${season}`);
        const schema = z.object(Object.fromEntries(parts.map((part) => [part, Season.optional()])));
        const found = await findOrNull(() =>
          http.get(`/tv/${id}`, { append_to_response: parts.join(',') }, schema, signal),
        );
        if (found === null) return null;
        for (const part of parts) episodes.push(...(found[part]?.episodes ?? []));
      }
      return episodes;
    },
  };
}

export type TmdbClient = ReturnType<typeof createTmdbClient>;

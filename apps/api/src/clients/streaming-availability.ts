import { z } from 'zod';
import { createSourceHttp, SourceFailure } from './source-http.ts';

// The schemas follow the public documentation of API version 4, and contain only the fields that the sync
// reads.

const ORIGIN = 'https://streaming-availability.p.rapidapi.com';
/**
 * Paid accounts of the API may send several requests a second. After the daily quota the API answers 429, and
 * the sync stops until the next run.
 */
const SPACING_MS = 200;

const Option = z.object({
  service: z.object({ id: z.string(), name: z.string() }),
  type: z.enum(['subscription', 'free', 'addon', 'rent', 'buy']),
  /** A channel inside the provider with a separate subscription; only set for `addon` options. */
  addon: z.object({ id: z.string(), name: z.string() }).optional(),
  link: z.string(),
  quality: z.string().optional(),
  price: z.object({ amount: z.string(), currency: z.string() }).optional(),
  expiresOn: z.int().optional(),
  availableSince: z.int(),
});
export type SaOption = z.infer<typeof Option>;

const Show = z.object({
  id: z.string(),
  showType: z.enum(['movie', 'series']),
  title: z.string(),
  overview: z.string().optional(),
  releaseYear: z.int().optional(),
  firstAirYear: z.int().optional(),
  imdbId: z.string().optional(),
  /** Type and id of the title at TMDB, such as `movie/603` or `tv/1396`. */
  tmdbId: z.string().optional(),
  genres: z.array(z.object({ name: z.string() })),
  directors: z.array(z.string()).optional(),
  creators: z.array(z.string()).optional(),
  cast: z.array(z.string()),
  runtime: z.int().optional(),
  seasonCount: z.int().optional(),
  /** Options by country code in lower case. */
  streamingOptions: z.record(z.string(), z.array(Option)),
});
export type SaShow = z.infer<typeof Show>;

const paged = { hasMore: z.boolean(), nextCursor: z.string().optional() };
const Found = z.object({ shows: z.array(Show), ...paged });
const Changes = z.object({
  changes: z.array(z.object({ showId: z.string(), showType: z.enum(['movie', 'series']) })),
  shows: z.record(z.string(), Show),
  ...paged,
});

export type SaChangeType = 'new' | 'removed' | 'updated' | 'expiring';

interface Options {
  key: string;
  /** The address of an emulator, for tests. */
  base?: string | undefined;
  spacingMs?: number | undefined;
  firstBackoffMs?: number | undefined;
}

/** Creates a client for the Streaming Availability API, version 4. */
export function createStreamingAvailabilityClient(options: Options) {
  const { key, base = ORIGIN, spacingMs = SPACING_MS, firstBackoffMs } = options;
  const http = createSourceHttp({
    name: 'Streaming Availability',
    base,
    headers: { 'x-rapidapi-key': key, accept: 'application/json' },
    spacingMs,
    firstBackoffMs,
  });
  const at = (cursor: string | null): Record<string, string> => (cursor === null ? {} : { cursor });

  return {
    /** Returns a page of shows with an offer in the country. */
    list(country: string, cursor: string | null, signal?: AbortSignal) {
      const query = { country, series_granularity: 'show', order_by: 'original_title', ...at(cursor) };
      return http.get('/shows/search/filters', query, Found, signal);
    },

    /**
     * Returns offers that changed since `from` (seconds since 1970, at most 31 days ago). Type `expiring`
     * ignores `from` and returns offers that end in the future.
     */
    changes(country: string, type: SaChangeType, from: number, cursor: string | null, signal?: AbortSignal) {
      const since: Record<string, string> = type === 'expiring' ? {} : { from: String(from) };
      const query = { country, change_type: type, item_type: 'show', ...since, ...at(cursor) };
      return http.get('/changes', query, Changes, signal);
    },

    /** Returns a show with its offers, or null when the show does not exist. */
    async find(country: string, id: string, signal?: AbortSignal): Promise<SaShow | null> {
      try {
        const query = { country, series_granularity: 'show' };
        return await http.get(`/shows/${encodeURIComponent(id)}`, query, Show, signal);
      } catch (error) {
        if (error instanceof SourceFailure && error.status === 404) return null;
        throw error;
      }
    },
  };
}

export type StreamingAvailabilityClient = ReturnType<typeof createStreamingAvailabilityClient>;

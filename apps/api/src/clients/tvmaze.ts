import { z } from 'zod';
import { createSourceHttp, SourceFailure } from './source-http.ts';

// The schemas contain only the fields that the sync reads.

/** TVmaze answers at most twenty calls in ten seconds from one address. */
const SPACING_MS = 510;

const Channel = z.object({ name: z.string() });
const Show = z.object({
  id: z.int().positive(),
  /** The page of the show at TVmaze, to which a credit links. */
  url: z.string(),
  name: z.string(),
  status: z.string(),
  ended: z.string().nullish(),
  network: Channel.nullish(),
  webChannel: Channel.nullish(),
  externals: z.object({ thetvdb: z.int().nullish(), imdb: z.string().nullish() }),
  image: z.object({ original: z.string() }).nullish(),
  /** HTML. */
  summary: z.string().nullish(),
  /** Unix seconds. */
  updated: z.int(),
});
export type TvmazeShow = z.infer<typeof Show>;

const Episode = z.object({
  id: z.int(),
  name: z.string(),
  season: z.int().min(0),
  /** Null for a special. */
  number: z.int().nullable(),
  /** Empty where no day is known. */
  airdate: z.string(),
  /** Empty where the episode has no time, as at a streaming service. */
  airtime: z.string(),
  /** The instant, where a channel has one. */
  airstamp: z.string().nullable(),
  runtime: z.int().nullable(),
});
export type TvmazeEpisode = z.infer<typeof Episode>;

const Updates = z.record(z.string().regex(/^\d+$/), z.int());

export type TvmazePeriod = 'day' | 'week' | 'month';
export type TvmazeId = { imdb: string } | { thetvdb: string };

interface Options {
  /** The address of the API, or that of an emulator. */
  base: string;
  /** Who calls, with a contact. TVmaze asks for it. */
  userAgent: string;
  spacingMs?: number | undefined;
  firstBackoffMs?: number | undefined;
}

/** Creates a client for the API of TVmaze, which needs no key. */
export function createTvmazeClient({ base, userAgent, spacingMs = SPACING_MS, firstBackoffMs }: Options) {
  const http = createSourceHttp({
    name: 'TVmaze',
    base,
    headers: { 'user-agent': userAgent, accept: 'application/json' },
    spacingMs,
    firstBackoffMs,
  });

  /** Returns the reply, or null for what TVmaze does not have. */
  async function find<T>(
    path: string,
    query: Record<string, string>,
    schema: z.ZodType<T>,
    signal: AbortSignal | undefined,
  ): Promise<T | null> {
    try {
      return await http.get(path, query, schema, signal);
    } catch (error) {
      if (error instanceof SourceFailure && error.status === 404) return null;
      throw error;
    }
  }

  return {
    /** Returns a page of the index, in the order of the ids, or null after the last page. */
    listShows: (page: number, signal?: AbortSignal): Promise<TvmazeShow[] | null> =>
      find('/shows', { page: String(page) }, z.array(Show), signal),

    /** Returns a show, or null when TVmaze has deleted it. */
    findShow: (id: number, signal?: AbortSignal): Promise<TvmazeShow | null> =>
      find(`/shows/${id}`, {}, Show, signal),

    /** Returns the show with this id of IMDb or TheTVDB. */
    lookUp: (id: TvmazeId, signal?: AbortSignal): Promise<TvmazeShow | null> =>
      find('/lookup/shows', { ...id }, Show, signal),

    /** Returns the episodes with the specials, or null when TVmaze has deleted the show. */
    findEpisodes: (id: number, signal?: AbortSignal): Promise<TvmazeEpisode[] | null> =>
      find(`/shows/${id}/episodes`, { specials: '1' }, z.array(Episode), signal),

    /** Returns when the shows that changed within the period were last changed, in Unix seconds, by their ids. */
    async listUpdates(since: TvmazePeriod, signal?: AbortSignal): Promise<Map<number, number>> {
      const updates = await http.get('/updates/shows', { since }, Updates, signal);
      return new Map(Object.entries(updates).map(([id, updated]) => [Number(id), updated]));
    },
  };
}

export type TvmazeClient = ReturnType<typeof createTvmazeClient>;

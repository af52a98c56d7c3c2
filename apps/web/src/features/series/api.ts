import type { SaveEpisodes, SaveWatching } from '@marquee/contracts';
import type { CallReply } from '@marquee/contracts/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';
import { queryClient } from '#src/lib/http/query-client.ts';

export type Episodes = CallReply<'GET /api/v1/media/{id}/episodes'>;
export type Watching = SaveWatching['state'];

const EPISODES_KEY = ['episodes'] as const;

export const episodesQuery = (id: number) =>
  queryOptions({
    queryKey: [...EPISODES_KEY, id],
    queryFn: ({ signal }): Promise<Episodes> =>
      api('GET /api/v1/media/{id}/episodes', { params: { id }, signal }),
  });

export const saveEpisodes = (id: number, body: SaveEpisodes) =>
  api('PUT /api/v1/media/{id}/episodes', { params: { id }, body });

export const saveWatching = (id: number, state: Watching) =>
  api('PUT /api/v1/media/{id}/watching', { params: { id }, body: { state } });

/** Returns the query for the series that the member is watching, or has put on hold or dropped. */
export const upNextQuery = (state: Watching = 'watching') =>
  infiniteQueryOptions({
    queryKey: mediaKeys.upNext(state),
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/up_next', { query: { state, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** Returns the query for what happens from a day to another, at most 92 days. */
export const calendarQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: mediaKeys.calendar(from, to),
    queryFn: ({ signal }) => api('GET /api/v1/calendar', { query: { from, to }, signal }),
  });

/** Removes what has names of episodes from the cache, after a change of which names are shown. */
export function forgetEpisodes(): void {
  queryClient.removeQueries({ queryKey: EPISODES_KEY });
  queryClient.removeQueries({ queryKey: mediaKeys.allUpNext });
  queryClient.removeQueries({ queryKey: mediaKeys.allCalendar });
}

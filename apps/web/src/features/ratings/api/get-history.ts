import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/api.ts';
import { mediaKeys } from '#src/lib/media-keys.ts';
import { nextPage } from '#src/lib/media-pages.ts';

/** The caller's rated titles, last rated first. */
export const historyQuery = infiniteQueryOptions({
  queryKey: mediaKeys.history,
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v1/media/rating_history', { query: { view: 'card', page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

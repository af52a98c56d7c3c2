import { infiniteQueryOptions } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

/** The caller's rated titles, last rated first. */
export const historyQuery = infiniteQueryOptions({
  queryKey: mediaKeys.history,
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v1/media/rating_history', { query: { view: 'card', page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

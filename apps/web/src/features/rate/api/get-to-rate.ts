import { infiniteQueryOptions } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

/**
 * Titles that the caller probably knows. The deck must not change while the member rates, so the query
 * fetches again only at its end.
 */
export const toRateQuery = infiniteQueryOptions({
  queryKey: mediaKeys.toRate,
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v1/media/to_rate', { query: { view: 'card', page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
  staleTime: Infinity,
});

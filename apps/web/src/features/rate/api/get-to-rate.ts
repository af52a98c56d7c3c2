import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/api.ts';
import { mediaKeys } from '#src/lib/media-keys.ts';
import { nextPage } from '#src/lib/media-pages.ts';

/**
 * Titles that the caller probably knows. Fetched again only at the end of the deck, so that it does not change while
 * the member rates.
 */
export const toRateQuery = infiniteQueryOptions({
  queryKey: mediaKeys.toRate,
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v1/media/to_rate', { query: { view: 'card', page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
  staleTime: Infinity,
});

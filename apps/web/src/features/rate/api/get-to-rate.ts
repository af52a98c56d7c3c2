import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/api.ts';
import { mediaKeys } from '#src/lib/media-keys.ts';
import { nextPage } from '#src/lib/media-pages.ts';

/** Titles the caller probably knows. Fetched anew only when the deck ends: it must not change under one's hands. */
export const toRateQuery = infiniteQueryOptions({
  queryKey: mediaKeys.toRate,
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v1/media/to_rate', { query: { view: 'card', page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
  staleTime: Infinity,
});

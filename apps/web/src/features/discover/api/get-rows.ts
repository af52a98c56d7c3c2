import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { takeEarlyRows } from '#src/features/titles/cache/early.ts';
import { type Filters, mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

/** The rows of Discover, ten a page. The previous rows stay until the rows of new filters arrive. */
export function rowsQuery(filters: Filters) {
  return infiniteQueryOptions({
    queryKey: mediaKeys.rows(filters),
    queryFn: async ({ pageParam, signal }) =>
      (pageParam === 1 ? await takeEarlyRows(filters) : null) ??
      api('GET /api/v2/media', {
        query: { grouped_genres: true, view: 'card', page: pageParam, ...filters },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  });
}

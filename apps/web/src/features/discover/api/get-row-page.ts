import type { RowSort } from '@marquee/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { mediaKeys, type RowFilters } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

/**
 * Returns the query for all titles of a row, page by page. The previous titles stay until the titles of a new
 * filter or order are loaded.
 */
export function rowPageQuery(row: string, filters: RowFilters, sort: RowSort | null) {
  return infiniteQueryOptions({
    queryKey: mediaKeys.rowPage(row, filters, sort ?? ''),
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v2/media', {
        query: { row, view: 'card', page: pageParam, ...filters, ...(sort && { sort }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: (previous) => (previous?.pages[0]?.row?.id === row ? previous : undefined),
  });
}

import { infiniteQueryOptions } from '@tanstack/react-query';
import { mediaKeys, type RowFilters } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

/** Returns the query for the pages of a row from page 2. The reply with all rows contains page 1. */
export function rowQuery(row: string, filters: RowFilters) {
  return infiniteQueryOptions({
    queryKey: mediaKeys.row(row, filters),
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v2/media', { query: { row, view: 'card', page: pageParam, ...filters }, signal }),
    initialPageParam: 2,
    getNextPageParam: nextPage,
    // The query is disabled: only scrolling to the end of the row starts a request.
    enabled: false,
  });
}

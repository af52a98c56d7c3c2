import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { rowsCall } from '#src/features/titles/api/first-calls.ts';
import { mediaKeys, type RowFilters } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

/**
 * Returns the query for the rows of Discover, ten a page. The previous rows stay until the rows of new
 * filters are loaded.
 */
export function rowsQuery(filters: RowFilters) {
  return infiniteQueryOptions({
    queryKey: mediaKeys.rows(filters),
    queryFn: ({ pageParam, signal }) => {
      const [call, input] = rowsCall(filters, pageParam);
      return api(call, { ...input, signal });
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  });
}

import type { RowSort } from '@marquee/contracts';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { mediaKeys, type RowFilters } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { rowsCall } from '#src/features/titles/first-calls.ts';
import { titlePages } from '#src/features/titles/title-queries.ts';
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

/** Returns the query for the pages of a row from page 2. The reply with all rows contains page 1. */
export function rowQuery(row: string, filters: RowFilters) {
  return infiniteQueryOptions({
    ...titlePages(mediaKeys.row(row, filters), { row, ...filters }),
    initialPageParam: 2,
    // The query is disabled: only scrolling to the end of the row starts a request.
    enabled: false,
  });
}

/**
 * Returns the query for all titles of a row, page by page. The previous titles stay until the titles of a new
 * filter or order are loaded.
 */
export function rowPageQuery(row: string, filters: RowFilters, sort: RowSort | null) {
  return infiniteQueryOptions({
    ...titlePages(mediaKeys.rowPage(row, filters, sort ?? ''), { row, ...filters, ...(sort && { sort }) }),
    placeholderData: (previous) => (previous?.pages[0]?.row?.id === row ? previous : undefined),
  });
}

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listCall } from '#src/features/titles/api/first-calls.ts';
import { type Filters, mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

/**
 * Returns the query for a list, page by page. The titles that the filters would hide are the last ones. `id` is a number or a
 * share code.
 */
export function listQuery(id: string, filters: Filters) {
  return infiniteQueryOptions({
    queryKey: mediaKeys.list(id, filters),
    queryFn: ({ pageParam, signal }) => {
      const [call, input] = listCall(id, filters, pageParam);
      return api(call, { ...input, signal });
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    // Converts the pages for grids and rows, which take pages of titles.
    select: ({ pages, pageParams }) => ({
      pageParams,
      pages: pages.map(({ user_list: list, pagination }) => ({ list, media: list.media, pagination })),
    }),
  });
}

/**
 * Returns the query for a list without its titles, but with their order and the last change. The reply shows
 * whether another user has changed the list, and how.
 */
export function listStateQuery(id: number) {
  return queryOptions({
    queryKey: ['lists', 'state', id],
    queryFn: async ({ signal }) =>
      (
        await api('GET /api/v1/user_lists/{id}', {
          params: { id: String(id) },
          query: { simple: true, elsewhere: 'last' },
          signal,
        })
      ).user_list,
  });
}

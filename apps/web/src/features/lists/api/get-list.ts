import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '#src/lib/api.ts';
import { type Filters, mediaKeys } from '#src/lib/media-keys.ts';
import { nextPage } from '#src/lib/media-pages.ts';

/** A list and its titles that fit the filters, page by page. `id` is a number or a share code. */
export function listQuery(id: string, filters: Filters) {
  return infiniteQueryOptions({
    queryKey: mediaKeys.list(id, filters),
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/user_lists/{id}', {
        params: { id },
        query: { view: 'card', page: pageParam, ...filters },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    // As pages of titles, which is what grids and rows take.
    select: ({ pages, pageParams }) => ({
      pageParams,
      pages: pages.map(({ user_list: list, pagination }) => ({ list, media: list.media, pagination })),
    }),
  });
}

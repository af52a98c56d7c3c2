import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

export const newsQuery = infiniteQueryOptions({
  queryKey: mediaKeys.news,
  queryFn: ({ pageParam, signal }) => api('GET /api/v1/news', { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

/** The newest titles of the catalogue, with their stories. */
export const receivedQuery = queryOptions({
  queryKey: mediaKeys.received,
  queryFn: async ({ signal }) => {
    const query = { row: 'recent', sort: 'newest', per_page: 24, view: 'full' } as const;
    const { media } = await api('GET /api/v2/media', { query, signal });
    return media.filter((medium) => 'overview' in medium);
  },
});

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { getTitles } from '#src/features/titles/title-queries.ts';
import { api } from '#src/lib/http/api.ts';

export const newsQuery = infiniteQueryOptions({
  queryKey: mediaKeys.news,
  queryFn: ({ pageParam, signal }) => api('GET /api/v1/news', { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

/** The newest titles of the catalogue. */
export const receivedQuery = queryOptions({
  queryKey: mediaKeys.received,
  queryFn: ({ signal }) => getTitles({ row: 'recent', sort: 'newest', per_page: 24 }, signal),
});

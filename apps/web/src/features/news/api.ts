import { infiniteQueryOptions } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

export const newsQuery = infiniteQueryOptions({
  queryKey: mediaKeys.news,
  queryFn: ({ pageParam, signal }) => api('GET /api/v1/news', { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

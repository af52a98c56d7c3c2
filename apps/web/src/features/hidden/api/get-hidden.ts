import { infiniteQueryOptions } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

export const hiddenQuery = infiniteQueryOptions({
  queryKey: mediaKeys.hidden,
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v2/media', { query: { selection: 'hidden', view: 'card', page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/api.ts';
import { mediaKeys } from '#src/lib/media-keys.ts';
import { nextPage } from '#src/lib/media-pages.ts';

export const hiddenQuery = infiniteQueryOptions({
  queryKey: mediaKeys.hidden,
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v2/media', { query: { selection: 'hidden', view: 'card', page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

import { infiniteQueryOptions } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

/** Returns the query for a person with their titles, page by page. */
export function personTitlesQuery(id: number) {
  return infiniteQueryOptions({
    queryKey: mediaKeys.person(id),
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v2/media', {
        query: { selection: 'person', personId: id, view: 'card', page: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });
}

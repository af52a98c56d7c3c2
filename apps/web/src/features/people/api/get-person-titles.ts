import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/api.ts';
import { mediaKeys } from '#src/lib/media-keys.ts';
import { nextPage } from '#src/lib/media-pages.ts';

/** A person with their titles, page by page. */
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

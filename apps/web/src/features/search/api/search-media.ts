import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import type { Narrowing } from '#src/features/titles/narrowing.ts';
import { api } from '#src/lib/http/api.ts';

/** Returns the query for titles that match a text. A newer text aborts the older request. */
export function searchMediaQuery(query: string, narrowing: Narrowing) {
  return infiniteQueryOptions({
    queryKey: mediaKeys.search(query, narrowing),
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v2/media', {
        query: {
          selection: 'search',
          search_type: 'media',
          view: 'card',
          query,
          page: pageParam,
          ...narrowing,
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    enabled: query !== '',
  });
}

import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

/** Returns the query for cast and crew that match a text. */
export function searchPeopleQuery(query: string) {
  return infiniteQueryOptions({
    queryKey: ['people', query],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/people', { query: { query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    enabled: query !== '',
  });
}

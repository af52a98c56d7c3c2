import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import type { Narrowing } from '#src/features/titles/narrowing.ts';
import { getTitles, titlePages } from '#src/features/titles/title-queries.ts';
import { api } from '#src/lib/http/api.ts';

/** Returns the query for titles that match a text. A newer text aborts the older request. */
export function searchMediaQuery(query: string, narrowing: Narrowing) {
  const which = { selection: 'search', search_type: 'media', query, ...narrowing } as const;
  return infiniteQueryOptions({
    ...titlePages(mediaKeys.search(query, narrowing), which),
    placeholderData: keepPreviousData,
    enabled: query !== '',
  });
}

/**
 * Number of titles to fetch. The row shows fewer titles, so that it stays full when titles are rated or
 * hidden.
 */
const TITLES = 24;

const getRecommended = (all_streaming: boolean, signal: AbortSignal) =>
  getTitles({ selection: 'recommended', all_streaming, media_type: 'all', per_page: TITLES }, signal);

/**
 * The first recommendations on the member's streaming services. When there are too few, recommendations on
 * other streaming services follow.
 */
export const suggestedQuery = queryOptions({
  queryKey: mediaKeys.suggested,
  queryFn: async ({ signal }) => {
    const own = await getRecommended(false, signal);
    if (own.length === TITLES) return own;
    const ids = new Set(own.map(({ id }) => id));
    // When the second request fails, the row shows the titles of the first reply.
    const others = await getRecommended(true, signal).catch((error: unknown) => {
      if (own.length === 0) throw error;
      return [];
    });
    return [...own, ...others.filter(({ id }) => !ids.has(id))].slice(0, TITLES);
  },
});

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

export const personTitlesQuery = (id: number) =>
  titlePages(mediaKeys.person(id), { selection: 'person', personId: id });

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { getTitles } from '#src/features/titles/title-queries.ts';
import { api } from '#src/lib/http/api.ts';

/** Number of titles to fetch. The wall shows fewer titles, so that each answered slot gets a new title. */
const CANDIDATES = 40;

/** Well-known titles whose rating gives the model most information about the member, most useful first. */
export const wallQuery = queryOptions({
  queryKey: mediaKeys.wall,
  queryFn: async ({ signal }) =>
    (await api('GET /api/v1/media/to_rate', { query: { view: 'card', per_page: CANDIDATES }, signal })).media,
  // The wall changes slot by slot, only after the member's answers.
  staleTime: Infinity,
});

/** Famous titles that the member would probably not like. Their ratings turn a page of hits into one of a taste. */
export const contrastQuery = queryOptions({
  queryKey: mediaKeys.contrast,
  queryFn: async ({ signal }) =>
    (
      await api('GET /api/v1/media/to_rate', {
        query: { view: 'card', contrast: true, per_page: CANDIDATES },
        signal,
      })
    ).media,
  staleTime: Infinity,
});

/** Returns the query for the titles of a name that the member types, without what is rated. */
export const wallSearchQuery = (query: string) =>
  queryOptions({
    queryKey: mediaKeys.wallSearch(query),
    queryFn: async ({ signal }) => {
      const found = await getTitles(
        { selection: 'search', search_type: 'media', plain: true, query },
        signal,
      );
      return found.filter(({ rating }) => rating === null);
    },
    placeholderData: keepPreviousData,
    enabled: query !== '',
  });

/** Number of recommendations among which the outlook counts the likely titles. */
export const OUTLOOK_SIZE = 50;

/** The first recommendations with the saved filters. */
export const outlookQuery = queryOptions({
  queryKey: mediaKeys.outlook,
  queryFn: ({ signal }) => getTitles({ selection: 'recommended', per_page: OUTLOOK_SIZE }, signal),
});

import type { CallInput } from '@marquee/contracts/client';
import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';
import { nextPage } from './cache/media-pages.ts';

type Which = Omit<NonNullable<CallInput<'GET /api/v2/media'>['query']>, 'page' | 'view'>;

/** Returns the query for the cards of these titles, page by page. */
export const titlePages = (queryKey: QueryKey, which: Which) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v2/media', { query: { ...which, view: 'card', page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** Returns the cards of the first of these titles. */
export const getTitles = async (which: Which, signal: AbortSignal) =>
  (await api('GET /api/v2/media', { query: { ...which, view: 'card' }, signal })).media;

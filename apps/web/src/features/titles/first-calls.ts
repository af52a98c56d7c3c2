import type { ListFilters, RowFilters } from './cache/media-keys.ts';

/*
 * Calls of the boot script (`src/boot`), equal to the app's calls, so that `earlyFetch` finds the replies by
 * address. This module imports no code, because it is part of the boot script.
 */

/** Returns the call for one title in full. */
export const mediumCall = (id: number) => ['GET /api/v1/media/{id}', { params: { id } }] as const;

/** Returns the call for a page of the rows of Discover. */
export const rowsCall = (filters: RowFilters, page = 1) =>
  [
    'GET /api/v2/media',
    { query: { grouped_genres: true, taste_rows: true, view: 'card', page, ...filters } },
  ] as const;

/** Returns the call for a page of a list with all its titles. `id` is a number or a share code. */
export const listCall = (id: string, filters: ListFilters, page = 1) =>
  [
    'GET /api/v1/user_lists/{id}',
    { params: { id }, query: { view: 'card', elsewhere: 'last', page, ...filters } },
  ] as const;

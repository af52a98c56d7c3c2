import type { UserList } from '@marquee/contracts';
import type { CallInput } from '@marquee/contracts/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ListFilters, mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { listCall } from '#src/features/titles/first-calls.ts';
import { getTitles } from '#src/features/titles/title-queries.ts';
import { api } from '#src/lib/http/api.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { readOrder } from './reorder.ts';

/* Lists */

/**
 * Returns the query for the caller's lists and shared lists. In each list, `has_medium` tells whether the list
 * contains the title.
 */
export function listsOfMediumQuery(mediumId: number) {
  return queryOptions({
    queryKey: ['lists', 'of', mediumId],
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/user_lists', { query: { medium_id: mediumId, shared_included: true }, signal }))
        .user_lists,
    // The dialog fetches the lists each time it opens, because other clients also change the lists.
    staleTime: 0,
  });
}

/** Every list of the caller: own lists, shared lists and open invitations. */
export const listsQuery = queryOptions({
  queryKey: ['lists', 'all'],
  queryFn: async ({ signal }) =>
    (await api('GET /api/v1/user_lists', { query: { shared_included: true, covers: true }, signal }))
      .user_lists,
});

/** How many titles of a list play on the member's streaming services. */
export const playingNowQuery = (id: number) =>
  queryOptions({
    queryKey: ['lists', 'playing', id],
    queryFn: async ({ signal }) =>
      (
        await api('GET /api/v1/user_lists/{id}', {
          params: { id: String(id) },
          query: { simple: true, all_streaming: false, media_type: 'all' },
          signal,
        })
      ).pagination.total_count,
  });

/** The lists that the caller can rename, delete or leave. */
export const managedListsQuery = queryOptions({
  queryKey: ['lists', 'managed'],
  queryFn: async ({ signal }) =>
    (await api('GET /api/v1/user_lists', { query: { to_manage: true, shared_included: true }, signal }))
      .user_lists,
  staleTime: 0,
  // The drafts of the dialog are made from this reply, so each opening waits for a new reply.
  gcTime: 0,
});

/** Creates a list. A name that is taken throws 422. */
export async function createList(name: string): Promise<UserList> {
  return (await api('POST /api/v1/user_lists', { body: { name } })).user_list;
}

/** Sets collaboration or saves the order of all titles. An order from an older version of the list throws 409. */
export async function updateList(
  id: number,
  change: { collaborate: boolean } | { sorted_medium_ids: string },
): Promise<UserList> {
  return (await api('PUT /api/v1/user_lists/{id}', { params: { id }, body: { user_list: change } }))
    .user_list;
}

export type ListChange = CallInput<'POST /api/v1/user_lists/batch_update'>['body']['user_lists'][number];

/** Creates, renames, deletes and leaves lists in one transaction. */
export async function batchUpdate(changes: readonly ListChange[]): Promise<UserList[]> {
  return (await api('POST /api/v1/user_lists/batch_update', { body: { user_lists: [...changes] } }))
    .user_lists;
}

/** Joins a list through its share link. */
export const joinSharedList = async (code: string): Promise<UserList> =>
  (await api('POST /api/v1/user_lists/{id}/shared_link', { params: { id: code } })).user_list;

/* Titles of a list */

/**
 * Returns the query for a list, page by page. The titles that the filters would hide are the last ones. `id` is a number or a
 * share code.
 */
export function listQuery(id: string, filters: ListFilters) {
  return infiniteQueryOptions({
    queryKey: mediaKeys.list(id, filters),
    queryFn: ({ pageParam, signal }) => {
      const [call, input] = listCall(id, filters, pageParam);
      return api(call, { ...input, signal });
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    // Converts the pages for grids and rows, which take pages of titles.
    select: ({ pages, pageParams }) => ({
      pageParams,
      pages: pages.map(({ user_list: list, pagination }) => ({ list, media: list.media, pagination })),
    }),
  });
}

/**
 * Returns the query for a list without its titles, but with their order and the last change. The reply shows
 * whether another user has changed the list, and how.
 */
export function listStateQuery(id: number) {
  return queryOptions({
    queryKey: ['lists', 'state', id],
    queryFn: async ({ signal }) =>
      (
        await api('GET /api/v1/user_lists/{id}', {
          params: { id: String(id) },
          query: { simple: true, elsewhere: 'last' },
          signal,
        })
      ).user_list,
  });
}

/** The ids of Watch Later and of its titles. Refreshed with all lists, because its key starts with theirs. */
export const watchLaterQuery = queryOptions({
  queryKey: ['lists', 'watch_later'],
  queryFn: async () => {
    const lists = await queryClient.fetchQuery(listsQuery);
    const list = lists.find(({ list_type }) => list_type === 'watch_later');
    if (!list || list.count_media === 0) return { listId: list?.id ?? null, mediumIds: [] };
    const { sorted_medium_ids: order } = await queryClient.fetchQuery(listStateQuery(list.id));
    return { listId: list.id, mediumIds: readOrder(order) };
  },
});

/** Adds a title to the end of a list. */
export async function addToList(listId: number, mediumId: number): Promise<void> {
  await api('POST /api/v1/user_lists/{id}/user_list_media', {
    params: { id: listId },
    body: { user_list_medium: { medium_id: mediumId, user_list_id: listId } },
  });
}

export type SystemList = 'watchLater' | 'haventWatched';

/** Adds a title to Watch Later or Haven't Watched. Returns the id of the list. */
export async function addToSystemList(list: SystemList, mediumId: number): Promise<number> {
  const reply = await api('POST /api/v1/user_lists/0/user_list_media', {
    body: {
      user_list_medium: { medium_id: mediumId },
      ...(list === 'watchLater' ? { to_watch_later: true } : { to_havent_watched: true }),
    },
  });
  return reply.user_list_medium.user_list_id;
}

export async function removeFromList(listId: number, mediumId: number): Promise<void> {
  await api('DELETE /api/v1/user_lists/{id}/user_list_media/0', {
    params: { id: listId },
    query: { medium_id: mediumId },
  });
}

/**
 * Sets which of the caller's editable lists contain the title.
 * @returns `share_user_lists` are the lists that the title was added to and that the caller may share
 */
export async function saveSelection(mediumId: number, listIds: readonly number[], thenShare = false) {
  return api('POST /api/v1/user_lists/0/user_list_media/save_selection', {
    body: {
      user_list_medium: { medium_id: mediumId, user_list_ids: [...listIds] },
      will_prompt_to_share: thenShare,
    },
  });
}

/**
 * Returns the query for titles to add, with `already_added` set for titles in the list. The results are a menu
 * and not part of the title cache.
 */
export function searchToAddQuery(listId: number, query: string) {
  return queryOptions({
    queryKey: ['lists', 'search', listId, query],
    queryFn: ({ signal }) => getTitles({ selection: 'search', query, for_list: listId, per_page: 8 }, signal),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
}

import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

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
    (await api('GET /api/v1/user_lists', { query: { shared_included: true }, signal })).user_lists,
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

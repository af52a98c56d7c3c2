import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/api.ts';

/** The caller's lists and those shared with them, each saying whether it holds the title. */
export function listsOfMediumQuery(mediumId: number) {
  return queryOptions({
    queryKey: ['lists', 'of', mediumId],
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/user_lists', { query: { medium_id: mediumId, shared_included: true }, signal }))
        .user_lists,
    // Lists are changed elsewhere too; what is ticked must be true.
    staleTime: 0,
  });
}

/** Every list the caller sees: their own, those shared with them, invitations not answered yet. */
export const listsQuery = queryOptions({
  queryKey: ['lists', 'all'],
  queryFn: async ({ signal }) =>
    (await api('GET /api/v1/user_lists', { query: { shared_included: true }, signal })).user_lists,
});

/** The lists that can be renamed, deleted or left. */
export const managedListsQuery = queryOptions({
  queryKey: ['lists', 'managed'],
  queryFn: async ({ signal }) =>
    (await api('GET /api/v1/user_lists', { query: { to_manage: true, shared_included: true }, signal }))
      .user_lists,
  staleTime: 0,
});

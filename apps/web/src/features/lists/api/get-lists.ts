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

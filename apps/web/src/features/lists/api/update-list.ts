import type { UserList } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

/** Sets collaboration or saves the order of all titles. An order from an older version of the list throws 409. */
export async function updateList(
  id: number,
  change: { collaborate: boolean } | { sorted_medium_ids: string },
): Promise<UserList> {
  return (await api('PUT /api/v1/user_lists/{id}', { params: { id }, body: { user_list: change } }))
    .user_list;
}

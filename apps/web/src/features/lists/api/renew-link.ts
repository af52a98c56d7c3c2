import type { UserList } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

/** Replaces the share link, so that the old link stops working. Only the owner may replace the link. */
export async function renewLink(id: number): Promise<UserList> {
  return (await api('POST /api/v1/user_lists/{id}/renew_link', { params: { id } })).user_list;
}

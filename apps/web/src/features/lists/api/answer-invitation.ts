import type { UserList } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

/** Accepts an invitation by its code. The invitation of another user throws 404. */
export const acceptInvitation = async (code: string): Promise<UserList> =>
  (await api('GET /accept_list/{code}', { params: { code } })).user_list;

/** Rejects an invitation by its code. The invitation of another user throws 404. */
export async function rejectInvitation(code: string): Promise<void> {
  await api('GET /reject_list/{code}', { params: { code } });
}

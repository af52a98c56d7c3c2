import type { UserList } from '@marquee/contracts';
import type { CallInput } from '@marquee/contracts/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

export type ShareChange =
  CallInput<'POST /api/v1/user_lists/{id}/share'>['body']['user_list']['share_items'][number];

/** Invites, changes and removes addresses. Other addresses stay as they are. */
export async function shareList(id: number, items: readonly ShareChange[]): Promise<UserList> {
  const reply = await api('POST /api/v1/user_lists/{id}/share', {
    params: { id },
    body: { user_list: { share_items: [...items] } },
  });
  return reply.user_list;
}

/** Replaces the share link, so that the old link stops working. Only the owner may replace the link. */
export async function renewLink(id: number): Promise<UserList> {
  return (await api('POST /api/v1/user_lists/{id}/renew_link', { params: { id } })).user_list;
}

/** Returns the query for an open invitation of a visitor. An answered or expired invitation throws 404. */
export function invitationQuery(code: string) {
  return queryOptions({
    queryKey: ['invitation', code],
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/invitations/{code}', { params: { code }, signal })).invitation,
  });
}

/** Accepts an invitation by its code. The invitation of another user throws 404. */
export const acceptInvitation = async (code: string): Promise<UserList> =>
  (await api('GET /accept_list/{code}', { params: { code } })).user_list;

/** Rejects an invitation by its code. The invitation of another user throws 404. */
export async function rejectInvitation(code: string): Promise<void> {
  await api('GET /reject_list/{code}', { params: { code } });
}

import type { UserList } from '@marquee/contracts';
import type { CallInput } from '@marquee/contracts/client';
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

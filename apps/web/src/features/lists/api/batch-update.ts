import type { UserList } from '@marquee/contracts';
import type { CallInput } from '@marquee/contracts/client';
import { api } from '#src/lib/http/api.ts';

export type ListChange = CallInput<'POST /api/v1/user_lists/batch_update'>['body']['user_lists'][number];

/** Creates, renames, deletes and leaves lists in one transaction. */
export async function batchUpdate(changes: readonly ListChange[]): Promise<UserList[]> {
  return (await api('POST /api/v1/user_lists/batch_update', { body: { user_lists: [...changes] } }))
    .user_lists;
}

import type { User } from '@marquee/contracts';
import type { CallInput } from '@marquee/contracts/client';
import { api } from '#src/lib/http/api.ts';

/** The fields of a user that can change. */
export type UserChange = CallInput<'PUT /api/v1/user'>['body']['user'];

/** Changes the account or its settings, and returns the new user. Absent fields stay as they are. */
export async function updateUser(change: UserChange): Promise<User> {
  return (await api('PUT /api/v1/user', { body: { user: change } })).user;
}

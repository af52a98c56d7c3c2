import type { User } from '@marquee/contracts';
import type { CallInput } from '@marquee/contracts/client';
import { api } from '#src/lib/api.ts';

/** What of a user can be changed. */
export type UserChange = CallInput<'PUT /api/v1/user'>['body']['user'];

/** Changes the account or its settings; what is left out stays. Answers the user as they then are. */
export async function updateUser(change: UserChange): Promise<User> {
  return (await api('PUT /api/v1/user', { body: { user: change } })).user;
}

import type { User } from '@marquee/contracts';
import { api } from '#src/lib/api.ts';

/** Creates the account with signup_step 4; the user carries its token. 422 names the field at fault. */
export async function createAccount(user: {
  email: string;
  display_name: string;
  password: string;
}): Promise<User> {
  return (await api('POST /users', { body: { user } })).user;
}

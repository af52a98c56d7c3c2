import type { User } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

/**
 * Creates the account with signup_step 4. The reply has the token.
 * @throws {ApiError} 422 names the invalid field
 */
export async function createAccount(user: {
  email: string;
  display_name: string;
  password: string;
}): Promise<User> {
  return (await api('POST /users', { body: { user } })).user;
}

import type { User } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

/**
 * Signs in. The reply has the new token.
 * @throws {ApiError} 422 `invalid_credentials` for a wrong address or a wrong password
 */
export async function signIn(given: { email: string; password: string; recaptcha: string }): Promise<User> {
  const { recaptcha, ...user } = given;
  return (await api('POST /users/sign_in', { body: { user, recaptcha } })).user;
}

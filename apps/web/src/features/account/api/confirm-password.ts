import { ApiError } from '@marquee/contracts/client';
import { api } from '#src/lib/http/api.ts';

/** Returns whether the call failed because the password is wrong. */
export const isWrongPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'wrong_password';

/** Returns whether the call needs a session that has confirmed its password lately. */
export const needsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'password_needed';

/** Checks the caller's password. A wrong password throws 422 `wrong_password`. */
export async function confirmPassword(password: string): Promise<void> {
  await api('POST /api/v1/users/password_confirmation', { body: { user: { password } } });
}

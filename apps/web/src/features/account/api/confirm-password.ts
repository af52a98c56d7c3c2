import { api } from '#src/lib/http/api.ts';

/** Checks the caller's password; 422 `wrong_password` when it is wrong. */
export async function confirmPassword(password: string): Promise<void> {
  await api('POST /api/v1/users/password_confirmation', { body: { user: { password } } });
}

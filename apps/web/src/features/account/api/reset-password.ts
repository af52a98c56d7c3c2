import { api } from '#src/lib/http/api.ts';

/** Sets a new password with the reset token. Every older session ends. */
export async function resetPassword(user: {
  reset_password_token: string;
  password: string;
  password_confirmation: string;
}): Promise<void> {
  await api('PATCH /users/password', { body: { user } });
}

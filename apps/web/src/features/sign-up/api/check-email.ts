import { api } from '#src/lib/http/api.ts';

/** Returns whether the address already has an account. */
export async function checkEmail(given: { email: string; recaptcha: string }): Promise<boolean> {
  return (await api('POST /api/v1/users/check_email_exists', { body: given })).email_exists;
}

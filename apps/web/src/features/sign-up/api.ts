import type { User } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

/** Returns whether the address already has an account. */
export async function checkEmail(given: { email: string; recaptcha: string }): Promise<boolean> {
  return (await api('POST /api/v1/users/check_email_exists', { body: given })).email_exists;
}

/** Returns the server's errors for this display name. The list is empty when the name is valid and free. */
export async function checkDisplayName(displayName: string): Promise<string[]> {
  const reply = await api('POST /api/v1/users/check_display_name_exists', {
    body: { display_name: displayName },
  });
  if (reply.valid) return [];
  // Older servers join their sentences with HTML line breaks.
  return reply.errors.flatMap((sentence) => sentence.split(/<br\s*\/?>/i));
}

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

/**
 * Sets the step of the wizard: 4 streaming services, 5 complete. The server ignores a step below the stored
 * step.
 */
export async function patchSignupStep(step: 4 | 5): Promise<User> {
  return (await api('PATCH /api/v1/user', { body: { user: { signup_step: step } } })).user;
}

import type { User } from '@marquee/contracts';
import { ApiError } from '@marquee/contracts/client';
import * as texts from '@marquee/contracts/texts';
import { api } from '#src/lib/http/api.ts';
import { messageOf } from '#src/lib/http/errors.ts';

/* The calls that need no session: they sign in, mail a link, or use the code of one. */

/**
 * Signs in. The reply has the new token.
 * @throws {ApiError} 422 `invalid_credentials` for a wrong address or a wrong password
 */
export async function signIn(given: { email: string; password: string; recaptcha: string }): Promise<User> {
  const { recaptcha, ...user } = given;
  return (await api('POST /users/sign_in', { body: { user, recaptcha } })).user;
}

/** Requests a reset link by email. A reply with 406 is not an error. */
export async function requestPasswordReset(email: string): Promise<void> {
  try {
    await api('POST /users/password', { body: { user: { email } } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 406) throw error;
  }
}

/** Returns the error text of a failed request, or undefined when there is no error. */
export function resetRequestFailure(error: unknown): string | undefined {
  if (!error) return undefined;
  if (error instanceof ApiError && error.status === 422)
    return error.errors.email?.[0] ?? texts.emailNotFound;
  return messageOf(error, texts.unknownResetRequest);
}

/** Sets a new password with the reset token. Every older session ends. */
export async function resetPassword(user: {
  reset_password_token: string;
  password: string;
  password_confirmation: string;
}): Promise<void> {
  await api('PATCH /users/password', { body: { user } });
}

/** Proves an address with the code of a mailed link. An invalid code throws 422 `invalid_code`. */
export async function confirmEmail(code: string): Promise<void> {
  await api('POST /api/v1/users/confirm_email', { body: { code } });
}

/**
 * Restores the previous address with the code of a mailed link, and ends every session.
 * @throws {ApiError} 422 `invalid_code` for an invalid code
 */
export async function restoreEmail(code: string): Promise<void> {
  await api('POST /api/v1/users/restore_email', { body: { code } });
}

/** Requests a deletion link by email. The reply is the same for addresses without an account. */
export async function requestDeletion(email: string): Promise<string> {
  return (await api('POST /api/v1/user/delete_account', { body: { user: { email } } })).message;
}

/** Deletes the account with the deletion code. */
export async function confirmDeletion(given: { email: string; code: string }): Promise<string> {
  const { email, code } = given;
  return (await api('POST /api/v1/user/confirm_delete_account', { body: { user: { email }, code } })).message;
}

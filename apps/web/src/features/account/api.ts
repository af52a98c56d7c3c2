import type { ReferralCode, User } from '@marquee/contracts';
import { ApiError, type CallInput } from '@marquee/contracts/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/* The calls of a user who is signed in. `visitor-api.ts` has those that need no session. */

/** The fields of a user that can change. */
export type UserChange = CallInput<'PUT /api/v1/user'>['body']['user'];

/** Changes the account or its settings, and returns the new user. Absent fields stay as they are. */
export async function updateUser(change: UserChange): Promise<User> {
  return (await api('PUT /api/v1/user', { body: { user: change } })).user;
}

/** Mails the confirmation link again: to the pending address, or else to the current address. */
export async function resendConfirmation(): Promise<void> {
  await api('POST /api/v1/users/resend_confirmation');
}

/** The sources of critical ratings that have scores in the catalogue. */
export const ratingSourcesQuery = queryOptions({
  queryKey: ['critical-rating-sources'],
  queryFn: async ({ signal }) =>
    (await api('GET /api/v1/user_preferences', { signal })).critical_rating_sources,
});

/** Saves how the caller heard of Marquee. `details` are sent only with Other. */
export async function giveReferralSource(source: ReferralCode, details: string | null): Promise<void> {
  await api('POST /api/v1/referral_sources', {
    body: { referral_source: { referral_source: source, details } },
  });
}

/* Sessions, and what needs the password */

/** Ends the token of this session at the server, or every token of the user. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  await api('POST /users/sign_out', { body: { everywhere } });
}

/**
 * The history state of the logout screen when the token has already ended. With this state, the screen sends
 * no call.
 */
export const TOKEN_ENDED = { tokenEnded: true } as const;

/** The history state with which the landing page confirms the deletion. It has no personal data. */
export const ACCOUNT_DELETED = { accountDeleted: true } as const;

export const isWrongPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'wrong_password';

/** Returns whether the call needs a session that has confirmed its password lately. */
export const needsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'password_needed';

/** Checks the caller's password. A wrong password throws 422 `wrong_password`. */
export async function confirmPassword(password: string): Promise<void> {
  await api('POST /api/v1/users/password_confirmation', { body: { user: { password } } });
}

/** Deletes the signed-in account. This cannot be undone. */
export async function destroyAccount(): Promise<string> {
  return (await api('POST /api/v1/users/destroy')).message;
}

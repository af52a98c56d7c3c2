import { ApiError } from '@marquee/contracts/client';
import * as texts from '@marquee/contracts/texts';
import { api } from '#src/lib/http/api.ts';
import { messageOf } from '#src/lib/http/errors.ts';

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

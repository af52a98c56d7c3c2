import { ApiError } from '@marquee/contracts/client';
import * as texts from '@marquee/contracts/texts';
import { api } from '#src/lib/http/api.ts';
import { messageOf } from '#src/lib/http/errors.ts';

/** Requests a reset link by email. 406 counts as success. */
export async function requestPasswordReset(email: string): Promise<void> {
  try {
    await api('POST /users/password', { body: { user: { email } } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 406) throw error;
  }
}

/** The text of a failed request; undefined without a failure. */
export function resetRequestFailure(error: unknown): string | undefined {
  if (!error) return undefined;
  if (error instanceof ApiError && error.status === 422)
    return error.errors.email?.[0] ?? texts.emailNotFound;
  return messageOf(error, texts.unknownResetRequest);
}

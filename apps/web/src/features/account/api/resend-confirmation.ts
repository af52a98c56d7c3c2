import { api } from '#src/lib/http/api.ts';

/** Mails the confirmation link again: to the pending address, or else to the current address. */
export async function resendConfirmation(): Promise<void> {
  await api('POST /api/v1/users/resend_confirmation');
}

import { api } from '#src/lib/http/api.ts';

/** Proves an address with the code of a mailed link. An invalid code throws 422 `invalid_code`. */
export async function confirmEmail(code: string): Promise<void> {
  await api('POST /api/v1/users/confirm_email', { body: { code } });
}

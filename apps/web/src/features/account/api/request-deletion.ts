import { api } from '#src/lib/http/api.ts';

/** Requests a deletion link by email. The reply is the same for addresses without an account. */
export async function requestDeletion(email: string): Promise<string> {
  return (await api('POST /api/v1/user/delete_account', { body: { user: { email } } })).message;
}

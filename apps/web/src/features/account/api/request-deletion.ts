import { api } from '#src/lib/api.ts';

/** Has a deletion link mailed, if the address has an account; the answer does not tell. */
export async function requestDeletion(email: string): Promise<string> {
  return (await api('POST /api/v1/user/delete_account', { body: { user: { email } } })).message;
}

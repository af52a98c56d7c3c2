import { api } from '#src/lib/http/api.ts';

/** Deletes the account with the deletion code. */
export async function confirmDeletion(given: { email: string; code: string }): Promise<string> {
  const { email, code } = given;
  return (await api('POST /api/v1/user/confirm_delete_account', { body: { user: { email }, code } })).message;
}

import { api } from '#src/lib/http/api.ts';

/** Deletes the signed-in account. This cannot be undone. */
export async function destroyAccount(): Promise<string> {
  return (await api('POST /api/v1/users/destroy')).message;
}

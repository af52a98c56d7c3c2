import { api } from '#src/lib/api.ts';

/** Deletes the signed-in account, at once and for good. */
export async function destroyAccount(): Promise<string> {
  return (await api('POST /api/v1/users/destroy')).message;
}

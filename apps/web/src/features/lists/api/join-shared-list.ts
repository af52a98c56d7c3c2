import { api } from '#src/lib/http/api.ts';

/** Joins a list through its share link. */
export async function joinSharedList(code: string): Promise<void> {
  await api('POST /api/v1/user_lists/{id}/shared_link', { params: { id: code } });
}

import { api } from '#src/lib/http/api.ts';

/** Adds a title to the end of a list. */
export async function addToList(listId: number, mediumId: number): Promise<void> {
  await api('POST /api/v1/user_lists/{id}/user_list_media', {
    params: { id: listId },
    body: { user_list_medium: { medium_id: mediumId, user_list_id: listId } },
  });
}

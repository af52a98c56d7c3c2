import { api } from '#src/lib/http/api.ts';

export async function removeFromList(listId: number, mediumId: number): Promise<void> {
  await api('DELETE /api/v1/user_lists/{id}/user_list_media/0', {
    params: { id: listId },
    query: { medium_id: mediumId },
  });
}

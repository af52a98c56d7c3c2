import { api } from '#src/lib/http/api.ts';

export async function deleteRating(mediumId: number): Promise<void> {
  await api('DELETE /api/v1/media/{id}/user_medium_ratings', { params: { id: mediumId } });
}

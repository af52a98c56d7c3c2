import { api } from '#src/lib/http/api.ts';

export async function setHidden(mediumId: number, hidden: boolean): Promise<void> {
  const params = { id: mediumId };
  await (hidden
    ? api('POST /api/v1/media/{id}/user_medium_hiddens', { params })
    : api('POST /api/v1/media/{id}/user_medium_hiddens/remove', { params }));
}

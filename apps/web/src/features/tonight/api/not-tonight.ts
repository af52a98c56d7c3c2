import { api } from '#src/lib/http/api.ts';

export async function notTonight(mediumId: number): Promise<void> {
  await api('POST /api/v1/tonight/{id}/not_tonight', { params: { id: mediumId } });
}

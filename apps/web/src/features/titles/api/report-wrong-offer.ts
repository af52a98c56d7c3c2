import { api } from '#src/lib/http/api.ts';

export async function reportWrongOffer(mediumId: number, offerId: number): Promise<void> {
  await api('POST /api/v1/media/{id}/wrong_offer', {
    params: { id: mediumId },
    body: { provider_medium_id: offerId },
  });
}

import type { WrongOfferKind } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

export async function reportWrongOffer(
  mediumId: number,
  offerId: number,
  kind: WrongOfferKind,
): Promise<void> {
  await api('POST /api/v1/media/{id}/wrong_offer', {
    params: { id: mediumId },
    body: { provider_medium_id: offerId, kind },
  });
}

export async function takeBackReport(mediumId: number, offerId: number): Promise<void> {
  await api('DELETE /api/v1/media/{id}/wrong_offer/{provider_medium_id}', {
    params: { id: mediumId, provider_medium_id: offerId },
  });
}

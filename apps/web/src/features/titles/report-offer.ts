import type { MediumCard, ProviderMedium, WrongOfferKind } from '@marquee/contracts';
import { writeOptimistically } from '#src/lib/http/optimistic-write.ts';
import { reportWrongOffer, takeBackReport } from './api.ts';
import { patchMedium } from './cache/media-cache.ts';

/** Shows the report of the offer everywhere. Cards and filters leave out offers that are gone. */
function patchReport(medium: MediumCard, id: number, reported: WrongOfferKind | null): () => void {
  const offers = medium.provider_medium.map((offer) => (offer.id === id ? { ...offer, reported } : offer));
  return patchMedium(medium.id, {
    provider_medium: offers,
    no_providers: offers.every((offer) => offer.reported === 'gone'),
  });
}

/** Reports what is wrong with an offer. Null takes the report back. */
export async function reportOffer(
  medium: MediumCard,
  { id }: ProviderMedium,
  kind: WrongOfferKind | null,
): Promise<void> {
  await writeOptimistically({
    scope: `offers-${medium.id}`,
    patch: () => patchReport(medium, id, kind),
    save: () => (kind ? reportWrongOffer(medium.id, id, kind) : takeBackReport(medium.id, id)),
    failure: `The report could not be ${kind ? 'sent' : 'taken back'}. Please try again.`,
  });
}

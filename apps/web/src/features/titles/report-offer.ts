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

/** Reports what is wrong with an offer. */
export async function reportOffer(
  medium: MediumCard,
  { id }: ProviderMedium,
  kind: WrongOfferKind,
): Promise<void> {
  await writeOptimistically({
    scope: `offers-${medium.id}`,
    patch: () => patchReport(medium, id, kind),
    save: () => reportWrongOffer(medium.id, id, kind),
    failure: 'The report could not be sent. Please try again.',
  });
}

/** Takes the report of an offer back. */
export async function undoReport(medium: MediumCard, { id }: ProviderMedium): Promise<void> {
  await writeOptimistically({
    scope: `offers-${medium.id}`,
    patch: () => patchReport(medium, id, null),
    save: () => takeBackReport(medium.id, id),
    failure: 'The report could not be taken back. Please try again.',
  });
}

import type { MediumCard, ProviderMedium } from '@marquee/contracts';
import { writeOptimistically } from '#src/lib/http/optimistic-write.ts';
import { reportWrongOffer } from './api/report-wrong-offer.ts';
import { patchMedium } from './cache/media-cache.ts';

/** Reports a wrong offer and hides this offer from the member everywhere. */
export async function reportOffer(
  medium: MediumCard,
  { id, medium_provider }: ProviderMedium,
): Promise<void> {
  const left = medium.provider_medium.filter((offer) => offer.id !== id);
  await writeOptimistically({
    scope: `offers-${medium.id}`,
    patch: () => patchMedium(medium.id, { provider_medium: left, no_providers: left.length === 0 }),
    save: () => reportWrongOffer(medium.id, id),
    saved: `Thank you. We hid the offer of ${medium_provider.name} for you and recorded your report.`,
    failure: 'The report could not be sent. Please try again.',
  });
}

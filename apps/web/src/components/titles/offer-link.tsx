import type { MediumCard, ProviderMedium } from '@marquee/contracts';
import type { ReactNode } from 'react';
import { useTitleActions } from './title-actions.ts';

/** The price of an offer in words; null when it is included (0). Prices are US dollars. */
export function priceInWords(price: number): string | null {
  return price > 0 ? price.toLocaleString('en-US', { style: 'currency', currency: 'USD' }) : null;
}

/**
 * A link to where a title plays. A plain link in a new window, so no blocker stops it; following it is recorded
 * first.
 */
export function OfferLink({
  medium,
  offer,
  className,
  children,
}: {
  medium: MediumCard;
  offer: ProviderMedium;
  className?: string | undefined;
  children: ReactNode;
}) {
  const actions = useTitleActions();
  return (
    <a
      className={className}
      href={offer.url}
      target="_blank"
      rel="noopener"
      onClick={() => actions?.follow(medium, offer)}
    >
      {children}
      <span className="visually-hidden"> (opens in a new window)</span>
    </a>
  );
}

/** The caller's own services first, then what costs least. */
export function sortedOffers(offers: readonly ProviderMedium[]): ProviderMedium[] {
  return offers.toSorted(
    (a, b) => Number(b.selected) - Number(a.selected) || a.price - b.price || a.id - b.id,
  );
}

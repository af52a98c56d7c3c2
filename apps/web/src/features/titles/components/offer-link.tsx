import type { MediumCard, ProviderMedium } from '@marquee/contracts';
import type { ReactNode } from 'react';
import { useTitleActions } from '../hooks/title-actions.ts';

/** The price of an offer in US dollars; null when it is included (0). */
export function priceInWords(price: number): string | null {
  return price > 0 ? price.toLocaleString('en-US', { style: 'currency', currency: 'USD' }) : null;
}

/**
 * A link to an offer. It is a plain link in a new window, so that no popup blocker stops it. The interaction is
 * recorded first.
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

/** Sorts the user's own streaming services first, then by price. */
export function sortedOffers(offers: readonly ProviderMedium[]): ProviderMedium[] {
  return offers.toSorted(
    (a, b) => Number(b.selected) - Number(a.selected) || a.price - b.price || a.id - b.id,
  );
}

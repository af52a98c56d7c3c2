import type { MediumCard, ProviderMedium } from '@marquee/contracts';
import { formatMoney } from '@marquee/contracts/money';
import { isLongAgo } from '@marquee/contracts/offer-age';
import type { ReactNode } from 'react';
import { Icon } from '#src/components/ui/icon.tsx';
import { useTitleActions } from '../hooks/title-actions.ts';

const KIND_WORDS: Record<ProviderMedium['kind'], string> = {
  subscription: '',
  free: 'Free',
  add_on: 'Add-on',
  rent: 'Rent',
  buy: 'Buy',
};
const KIND_ORDER = Object.keys(KIND_WORDS);

/**
 * Returns kind and price of an offer, such as `Rent $3.99`. Returns null when the subscription includes the
 * offer.
 */
export function priceInWords({ kind, price, currency }: ProviderMedium): string | null {
  const amount = price > 0 ? formatMoney(Math.round(price * 100), currency) : '';
  return [KIND_WORDS[kind], amount].filter(Boolean).join(' ') || null;
}

/** Returns whether the user can watch through this offer without paying more. */
export const isOwnOffer = ({ selected, kind }: ProviderMedium): boolean =>
  selected && (kind === 'subscription' || kind === 'free');

/**
 * A plain link that opens an offer in a new tab, because a popup blocker could stop a script. The interaction
 * is recorded first.
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
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

/** The way to watch a title now, in one word beside other actions. */
export function WatchLink({ medium, offer }: { medium: MediumCard; offer: ProviderMedium }) {
  return (
    <OfferLink medium={medium} offer={offer} className="watch-link">
      <Icon name="play" size={18} filled />
      {offer.medium_provider.name}
    </OfferLink>
  );
}

/** How long an offer counts as checked lately. */
const LATELY_MS = 60 * 24 * 60 * 60_000;
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns the month in which an offer was last seen, or null when that was lately. */
export function monthSeen({ checked_at }: ProviderMedium, now = Date.now()): string | null {
  const checked = Date.parse(checked_at);
  return now - checked < LATELY_MS ? null : month.format(checked);
}

/** The age of an offer beside its link, as one quiet line. Nothing where the offer was checked lately. */
export function OfferAge({ offer }: { offer: ProviderMedium }) {
  const seen = monthSeen(offer);
  return seen && <span className="quiet">last checked in {seen}</span>;
}

/**
 * Sorts offers: those last seen long ago after the newer ones, the user's own streaming services first, then by kind and
 * price. Leaves out offers that the user reported as gone.
 */
export function sortedOffers(offers: readonly ProviderMedium[]): ProviderMedium[] {
  return offers
    .filter(({ reported }) => reported !== 'gone')
    .sort(
      (a, b) =>
        Number(isLongAgo(a.checked_at)) - Number(isLongAgo(b.checked_at)) ||
        Number(isOwnOffer(b)) - Number(isOwnOffer(a)) ||
        KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) ||
        a.price - b.price ||
        a.id - b.id,
    );
}

import type { Price, SubscriptionItem } from '../core/collections.ts';
import { intervalOf, periodEnd, sameInterval } from '../core/periods.ts';
import { formatDate, formatPrice } from './money.ts';

/** A line of an invoice before the invoice exists. */
export interface LineDraft {
  amount: number;
  currency: string;
  description: string;
  period: { start: number; end: number };
  price: Price;
  quantity: number;
  proration: boolean;
  subscription_item: string | null;
  invoice_item: string | null;
}

/** Returns the product name of a price, for descriptions of invoice lines. */
export type NameOf = (price: Price) => string;

export const amountOf = (item: { price: Price; quantity?: number }): number =>
  (item.price.unit_amount ?? 0) * (item.quantity ?? 1);

/**
 * Returns the part of `amount` for the time from `date` to the end of the period, rounded. Times are Unix
 * seconds.
 */
export function remainingShare(amount: number, period: { start: number; end: number }, date: number): number {
  const length = period.end - period.start;
  const remaining = Math.min(Math.max(period.end - date, 0), length);
  return length === 0 ? 0 : Math.round((amount * remaining) / length);
}

const periodOf = (item: SubscriptionItem) => ({
  start: item.current_period_start,
  end: item.current_period_end,
});

const prorationLine = (
  item: SubscriptionItem,
  amount: number,
  description: string,
  date: number,
): LineDraft => ({
  amount,
  currency: item.price.currency,
  description,
  period: { start: date, end: item.current_period_end },
  price: item.price,
  quantity: item.quantity ?? 1,
  proration: true,
  subscription_item: item.id,
  invoice_item: null,
});

/** Returns credits for the unused time of items that are missing or changed in `after`. */
export function credits(
  before: SubscriptionItem[],
  after: SubscriptionItem[],
  date: number,
  nameOf: NameOf,
): LineDraft[] {
  return before
    .filter((item) => !after.some((other) => isSame(item, other)))
    .map((item) => {
      const amount = -remainingShare(amountOf(item), periodOf(item), date);
      return prorationLine(
        item,
        amount,
        `Unused time on ${nameOf(item.price)} after ${formatDate(date)}`,
        date,
      );
    });
}

const isSame = (a: SubscriptionItem, b: SubscriptionItem): boolean =>
  a.id === b.id && a.price.id === b.price.id && (a.quantity ?? 1) === (b.quantity ?? 1);

/**
 * Returns credits for unused time of old items and charges for remaining time of new items, counted in
 * seconds.
 */
export function prorationLines(
  before: SubscriptionItem[],
  after: SubscriptionItem[],
  date: number,
  nameOf: NameOf,
): LineDraft[] {
  const charges = after
    .filter((item) => !before.some((other) => isSame(item, other)))
    .map((item) => {
      const amount = remainingShare(amountOf(item), periodOf(item), date);
      return prorationLine(
        item,
        amount,
        `Remaining time on ${nameOf(item.price)} after ${formatDate(date)}`,
        date,
      );
    });
  return [...credits(before, after, date, nameOf), ...charges];
}

export const periodLine = (item: SubscriptionItem, nameOf: NameOf): LineDraft => ({
  amount: amountOf(item),
  currency: item.price.currency,
  description: `${item.quantity ?? 1} × ${nameOf(item.price)} (at ${formatPrice(item.price)})`,
  period: periodOf(item),
  price: item.price,
  quantity: item.quantity ?? 1,
  proration: false,
  subscription_item: item.id,
  invoice_item: null,
});

export const trialLine = (item: SubscriptionItem, nameOf: NameOf): LineDraft => ({
  ...periodLine(item, nameOf),
  amount: 0,
  description: `Trial period for ${nameOf(item.price)}`,
});

/** Copies the items with a period that begins at `start`. The end is counted from `anchor`. */
export const withPeriod = (items: SubscriptionItem[], anchor: number, start: number): SubscriptionItem[] =>
  items.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end: periodEnd(anchor, intervalOf(item.price), start),
  }));

/**
 * Returns whether a change starts a new billing period at once. Stripe resets the billing cycle when the
 * interval changes and when a free subscription becomes paid.
 */
export function restartsPeriod(before: SubscriptionItem[], after: SubscriptionItem[]): boolean {
  const [old] = before;
  const [next] = after;
  if (!old || !next) return false;
  const total = (items: SubscriptionItem[]) => items.reduce((sum, item) => sum + amountOf(item), 0);
  return (
    !sameInterval(intervalOf(old.price), intervalOf(next.price)) || (total(before) === 0 && total(after) > 0)
  );
}

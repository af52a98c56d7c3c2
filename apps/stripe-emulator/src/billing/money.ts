import type { Price } from '../core/collections.ts';

const format = (currency: string) => new Intl.NumberFormat('en-US', { style: 'currency', currency });

/** Formats an amount given in the smallest unit of its currency: 399 and `usd` give $3.99. */
export function formatMoney(amount: number, currency: string): string {
  const digits = format(currency).resolvedOptions().maximumFractionDigits ?? 2;
  return format(currency).format(amount / 10 ** digits);
}

export function formatPrice(price: Price): string {
  const amount = formatMoney(price.unit_amount ?? 0, price.currency);
  if (!price.recurring) return amount;
  const { interval, interval_count: count } = price.recurring;
  return count === 1 ? `${amount} / ${interval}` : `${amount} every ${count} ${interval}s`;
}

export const formatDate = (time: number): string =>
  new Date(time * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

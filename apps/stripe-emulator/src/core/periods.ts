import type { Price } from './collections.ts';

export const HOUR = 3600;
export const DAY = 24 * HOUR;

export interface Interval {
  interval: string;
  interval_count: number;
}

const DAYS: Record<string, number> = { day: 1, week: 7 };
const MONTHS: Record<string, number> = { month: 1, year: 12 };

/** Adds `count` intervals to `anchor`. In a month without the anchor's day, uses the last day, as Stripe does. */
export function addIntervals(anchor: number, { interval, interval_count }: Interval, count: number): number {
  const days = DAYS[interval];
  if (days !== undefined) return anchor + days * interval_count * count * DAY;
  const months = (MONTHS[interval] ?? 1) * interval_count * count;
  const from = new Date(anchor * 1000);
  const target = new Date(from);
  target.setUTCDate(1);
  target.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return Math.floor(target.getTime() / 1000);
}

/** Returns the first period end that is later than `start`. Periods are counted from `anchor`. */
export function periodEnd(anchor: number, interval: Interval, start: number): number {
  let count = 1;
  while (addIntervals(anchor, interval, count) <= start) count += 1;
  return addIntervals(anchor, interval, count);
}

export const sameInterval = (a: Interval, b: Interval): boolean =>
  a.interval === b.interval && a.interval_count === b.interval_count;

export const intervalOf = (price: Price): Interval =>
  price.recurring ?? { interval: 'month', interval_count: 1 };

import { hasBit } from '#src/titles/engine/bits.ts';
import type { Filters } from '#src/titles/engine/filters.ts';
import type { TimedOffers } from '#src/titles/engine/markets.ts';
import { fixedRow, type Row, recommendable } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/members/taste.ts';

/** The two rows that change every day: titles that leave soon, and new titles. */
export interface TimelyRows {
  leaving: Row;
  arrived: Row;
  /**
   * Whether both rows contain only titles of the user's providers, because the user has selected providers.
   */
  isOwn: boolean;
}

export const LEAVING_DAYS = 30;
export const NEW_DAYS = 30;

/**
 * Returns recommendable titles of `offers` that are on the user's providers and have a day from `from` to `to`. Each
 * title occurs once.
 */
function pick(taste: Taste, filters: Filters, offers: TimedOffers, from: number, to: number): number[] {
  if ((offers.days.at(-1) ?? 0) < from) return [];
  const shown = recommendable(taste, filters);
  const items = new Set<number>();
  offers.items.forEach((item, at) => {
    const day = offers.days[at] ?? 0;
    if (day < from || day > to || !hasBit(shown, item)) return;
    if (taste.withheld.has(offers.ids[at] ?? 0)) return;
    if (taste.providers.size > 0 && !taste.selected(offers.providers[at] ?? 0)) return;
    items.add(item);
  });
  return [...items];
}

/**
 * Returns the rows for `today` (days since 1970). Titles that leave soon are sorted by last day; new titles are
 * sorted newest first.
 */
export function timelyRows(taste: Taste, filters: Filters, today: number): TimelyRows {
  const { leaving, arrived } = taste.market;
  const soon = pick(taste, filters, leaving, today, today + LEAVING_DAYS);
  const fresh = pick(taste, filters, arrived, today - NEW_DAYS, today).reverse();
  return {
    leaving: fixedRow(Int32Array.from(soon)),
    arrived: fixedRow(Int32Array.from(fresh)),
    isOwn: taste.providers.size > 0,
  };
}

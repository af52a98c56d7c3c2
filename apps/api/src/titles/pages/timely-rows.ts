import { hasBit } from '#src/titles/engine/bits.ts';
import type { Filters } from '#src/titles/engine/filters.ts';
import type { TimedOffers } from '#src/titles/engine/markets.ts';
import { fixedRow, type Row } from '#src/titles/engine/ranking.ts';
import { ROW_DAYS } from '#src/titles/offer-rules.ts';
import type { Taste } from '#src/titles/users/taste.ts';

/** The two rows that change every day: titles that leave soon, and new titles. */
export interface TimelyRows {
  leaving: Row;
  arrived: Row;
  /**
   * Whether both rows contain only titles of the user's providers, because the user has selected providers.
   */
  isOwn: boolean;
}

/**
 * Returns the positions of `offers` that have a day from `from` to `to`, are on the user's providers and were not
 * reported as gone. A user without selected providers gets the offers of all.
 */
export function ownOffers(taste: Taste, offers: TimedOffers, from: number, to: number): number[] {
  return [...offers.days.keys()].filter((at) => {
    const day = offers.days[at] ?? 0;
    if (day < from || day > to || taste.withheld.has(offers.ids[at] ?? 0)) return false;
    return taste.providers.size === 0 || taste.selected(offers.providers[at] ?? 0);
  });
}

/** Returns the recommendable titles of own offers. Each title occurs once. */
function pick(taste: Taste, filters: Filters, offers: TimedOffers, from: number, to: number): number[] {
  if ((offers.days.at(-1) ?? 0) < from) return [];
  const { fresh } = taste.ranking(filters).open;
  const items = ownOffers(taste, offers, from, to).map((at) => offers.items[at] ?? 0);
  return [...new Set(items.filter((item) => hasBit(fresh, item)))];
}

/**
 * Returns the rows for `today` (days since 1970). Titles that leave soon are sorted by last day; new titles are
 * sorted newest first.
 */
export function timelyRows(taste: Taste, filters: Filters, today: number): TimelyRows {
  const { leaving, arrived } = taste.market;
  const soon = pick(taste, filters, leaving, today, today + ROW_DAYS.leaving);
  const fresh = pick(taste, filters, arrived, today - ROW_DAYS.arrived, today).reverse();
  return {
    leaving: fixedRow(Int32Array.from(soon)),
    arrived: fixedRow(Int32Array.from(fresh)),
    isOwn: taste.providers.size > 0,
  };
}

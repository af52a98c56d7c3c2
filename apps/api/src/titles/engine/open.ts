import { type Bits, clearBit, createBits, intersect } from './bits.ts';
import { type Filters, passing } from './filters.ts';
import type { ItemRatings, ItemSet } from './items.ts';
import type { Market } from './markets.ts';
import type { SnapshotData } from './snapshot-data.ts';

/** The data of one user that decides which titles rows may show. Titles are indexes of the snapshot. */
export interface OpenUser {
  readonly snapshot: { readonly data: SnapshotData };
  readonly ratings: ItemRatings;
  readonly hiddenItems: ItemSet;
  /** Titles that the user saw and has not rated. Rows do not recommend these titles. */
  readonly seen: ItemSet;
  /** Series of which the user has seen an episode. Rows do not recommend them as new. */
  readonly begun: { keys(): Iterable<number> };
  /** Of them those that the user has dropped. No row shows them. */
  readonly dropped: Iterable<number>;
  /** Ids of the user's providers. */
  readonly providers: ReadonlySet<number>;
  readonly unavailableTitles: boolean;
  /** The offers of the user's country, without offers that the user reported as gone. */
  readonly market: Market;
}

/** The titles that one user may see through one combination of filters. */
export interface OpenTitles {
  /**
   * Titles that rows may show: neither hidden nor dropped, and with an offer unless the user's setting shows unavailable
   * titles. Search (`pages/search.ts`) and lists keep hidden titles, marked; `withoutHidden` in `pages/feed.ts` is for other
   * pages.
   */
  readonly shown: Bits;
  /** Of these, the titles that may be recommended: not rated, seen or begun. Titles of Haven't Watched stay. */
  readonly fresh: Bits;
}

/** Removes the items from a set, and returns it. */
export function without(bits: Bits, items: Iterable<number>): Bits {
  for (const item of items) clearBit(bits, item);
  return bits;
}

export function openTitles(user: OpenUser, filters: Filters): OpenTitles {
  const { data } = user.snapshot;
  const shown = without(passing(data, filters, user, data.listed), user.hiddenItems);
  without(shown, user.dropped);
  if (!user.unavailableTitles) intersect(shown, user.market.available);
  const fresh = shown.slice();
  for (const known of [user.ratings.keys(), user.seen, user.begun.keys()]) without(fresh, known);
  return { shown, fresh };
}

/** Returns the set of all titles, including delisted titles, because lists can contain delisted titles. */
export function allTitles(size: number): Bits {
  const bits = createBits(size).fill(0xffffffff);
  if (size % 32 > 0) bits[bits.length - 1] = 2 ** (size % 32) - 1;
  return bits;
}

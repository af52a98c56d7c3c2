import { type MediaQuery, PAGE_SIZE, type Pagination } from '@marquee/contracts';
import type { JsonText } from '#src/core/json-text.ts';
import { offsetOf, type Page, paginate } from '#src/data/paging.ts';
import { type Bits, clearBit, hasBit } from '#src/titles/engine/bits.ts';
import { passing } from '#src/titles/engine/filters.ts';
import { allTitles } from '#src/titles/engine/open.ts';
import { fixedRow, type Row } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import { cardList } from './cards.ts';
import { factFilters, type GivenFilters } from './given-filters.ts';
import type { FoundBy } from './search.ts';

/** The page and the view of a reply. */
export type Shown = Pick<MediaQuery, 'page' | 'per_page' | 'view'>;

export const toPage = (query: Pick<Shown, 'page' | 'per_page'>, size = PAGE_SIZE): Page => ({
  page: query.page,
  perPage: query.per_page ?? size,
});

/** Applies only the filters of the call. Saved filters apply to some selections only (docs/api.md#saved-filters). */
export const passNamed = (taste: Taste, given: GivenFilters, start?: Bits): Bits =>
  passing(
    taste.snapshot.data,
    {
      allStreaming: given.all_streaming ?? true,
      mediaType: given.media_type ?? 'all',
      facts: factFilters(taste.snapshot, given),
    },
    taste,
    start ?? allTitles(taste.snapshot.data.size),
  );

/**
 * Removes hidden titles from `bits`. Hidden titles appear only in lists, in search results and in the selection
 * `hidden`.
 */
export function withoutHidden(taste: Taste, bits: Bits): Bits {
  for (const item of taste.hiddenItems) clearBit(bits, item);
  return bits;
}

/** Returns a row of the items that are in `passed`, in the given order. */
export const rowOf = (items: readonly number[] | Int32Array, passed: Bits): Row =>
  fixedRow(Int32Array.from(items).filter((item) => hasBit(passed, item)));

interface PageOptions {
  /** Number of titles per page when the call gives no size. */
  size?: number;
  /** Ids of the titles of the list that `for_list` names. */
  added?: ReadonlySet<number> | undefined;
  /** Number of titles at the start of the page whose reasons are read. */
  told?: number;
  /** What a search found each title by. */
  foundBy?: ((item: number) => FoundBy) | undefined;
}

/** Returns the titles of one page of a row. The array is empty after the last page. */
export function itemsOf(row: Row, query: Pick<Shown, 'page' | 'per_page'>, size = PAGE_SIZE): Int32Array {
  const page = toPage(query, size);
  const from = offsetOf(page);
  return from >= row.total ? new Int32Array() : row.slice(from, Math.min(from + page.perPage, row.total));
}

/** One page of titles. */
export interface CardPage {
  media: JsonText[];
  pagination: Pagination;
}

/** Returns one page of a row. */
export const pageOf = (
  taste: Taste,
  row: Row,
  query: Shown,
  { size = PAGE_SIZE, added, told = 0, foundBy }: PageOptions = {},
): CardPage => {
  const items = itemsOf(row, query, size);
  const cards = cardList(taste, items, { view: query.view, added, told: items.subarray(0, told) });
  return {
    media: foundBy ? cards.map((card, at) => card.with({ found_by: foundBy(items[at] ?? 0) })) : cards,
    pagination: paginate(toPage(query, size), row.total),
  };
};

import { AppError } from '#src/core/errors.ts';
import type { JsonText } from '#src/core/json-text.ts';
import { type View, writeCard } from '#src/titles/cards/card-writer.ts';
import { ReasonTeller } from '#src/titles/cards/reason-teller.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import type { Taste } from '#src/titles/users/taste.ts';

interface CardOptions {
  view: View;
  /** Ids of the titles in the list that `for_list` names. These titles get `already_added: true`. */
  added?: ReadonlySet<number> | undefined;
  /** The titles whose reasons are read: the first of each row. Without it no title has one. */
  told?: Iterable<number>;
}

/** Returns the indexes of the titles, without those that were imported after the snapshot was built. */
export const indexesOf = ({ indexOf }: Snapshot, mediumIds: readonly number[]): number[] =>
  mediumIds.map(indexOf).filter((index) => index >= 0);

/** Returns the cards of the items as this user sees them, by item. */
export function cardsOf(
  taste: Taste,
  items: Iterable<number>,
  { view, added, told = [] }: CardOptions,
): ReadonlyMap<number, JsonText> {
  const { data } = taste.snapshot;
  // The rows of a page repeat titles.
  const distinct = [...new Set(items)];
  // Together, which is faster than one by one.
  taste.predictions.of(distinct);
  const teller = new ReasonTeller();
  const isTold = new Set(told);
  const isAdded = (item: number): boolean | null => added?.has(data.ids[item] ?? 0) ?? null;
  return new Map(
    distinct.map((item) => [
      item,
      writeCard(data, taste.market, item, taste, view, isAdded(item), isTold.has(item) ? teller : null),
    ]),
  );
}

/** Returns the cards of the items in their order. */
export function cardList(taste: Taste, items: Iterable<number>, options: CardOptions): JsonText[] {
  const cards = cardsOf(taste, items, options);
  return Array.from(items, (item) => cards.get(item)).filter((card) => card !== undefined);
}

/**
 * Returns a title with all fields as this user sees it.
 * @throws AppError not_found for a title that the snapshot does not have.
 */
export function fullCard(taste: Taste, mediumId: number): JsonText {
  const { data, indexOf } = taste.snapshot;
  const item = indexOf(mediumId);
  if (item < 0) throw new AppError('not_found');
  return writeCard(data, taste.market, item, taste, 'full');
}

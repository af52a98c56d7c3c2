import type { ListSort } from '@marquee/contracts';
import { indexesOf } from '#src/titles/pages/cards.ts';
import { filterList } from '#src/titles/pages/given-filters.ts';
import type { Taste } from '#src/titles/users/taste.ts';

/** A title of unknown length comes last. */
const UNKNOWN_MINUTES = 100_000;

/** Returns the titles of a list in an order that follows from the caller and the titles. Equal ones keep the order of the list. */
export function sortList(
  taste: Taste,
  mediumIds: readonly number[],
  sort: Exclude<ListSort, 'added'> | undefined,
): readonly number[] {
  if (sort === undefined) return mediumIds;
  const { data } = taste.snapshot;
  const items = indexesOf(taste.snapshot, mediumIds);
  const probabilities = taste.predictions.probabilitiesOf(items);
  const own =
    sort === 'tonight'
      ? new Set(filterList(taste, mediumIds, { all_streaming: false, media_type: 'all' }))
      : null;
  const key = (item: number, at: number): number =>
    sort === 'runtime'
      ? data.runtime[item] || UNKNOWN_MINUTES
      : -(probabilities[at] ?? 0) - (own?.has(item) ? 1 : 0);
  return items
    .map((item, at) => ({ id: data.ids[item] ?? 0, key: key(item, at) }))
    .sort((a, b) => a.key - b.key)
    .map(({ id }) => id);
}

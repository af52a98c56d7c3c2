import { clearBit, hasBit } from '#src/titles/engine/bits.ts';
import { deckRow, type Row } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import { passNamed, withoutHidden } from './feed.ts';
import type { GivenFilters } from './given-filters.ts';

/** Returns a row that starts with the titles of `first`. `row` must not contain these titles. */
function before(first: Int32Array, row: Row): Row {
  return {
    total: first.length + row.total,
    slice(from, to) {
      const rest = row.slice(Math.max(0, from - first.length), Math.max(0, to - first.length));
      return Int32Array.from([...first.slice(from, to), ...rest]);
    },
  };
}

/** Returns unrated titles: first the seen titles, then all others by the value of a new rating (`Model.teach`). */
export function toRate(taste: Taste, given: GivenFilters = {}): Row {
  const { data, model } = taste.snapshot;
  const open = withoutHidden(taste, passNamed(taste, given, data.listed));
  for (const known of [taste.ratings.keys(), taste.unseen]) for (const item of known) clearBit(open, item);
  const seen = taste.seen.ordered.filter((item) => hasBit(open, item));
  for (const item of seen) clearBit(open, item);
  return before(seen, deckRow(taste, model.teach(taste.factors), open));
}

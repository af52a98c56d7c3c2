import type { FactSpace, ReasonFact } from '../model/fact-space.ts';
import type { Because, Csr, SharedFact } from '../model/types.ts';

/** A value of more titles than this share says nothing about two of them. */
const COMMON = 0.5;

/**
 * Returns the titles of `others` that share the most specific facts with a title, in the order of their facts, then in
 * the given order. Titles without a common fact are last.
 * @param most the number of titles to return.
 * @param shownGenres the number of genres that a card shows.
 */
export function mostSpecific(
  { size, ranks }: FactSpace,
  title: number,
  others: readonly number[],
  most: number,
  shownGenres: number,
): Because[] {
  const found: Because[] = [];
  const open = new Set(others);
  for (const facts of ranks) {
    for (const item of open) {
      if (found.length === most) return found;
      const shared = sharedFact(facts, title, item, size, shownGenres);
      if (shared === null) continue;
      open.delete(item);
      found.push({ item, shared });
    }
  }
  for (const item of open) found.push({ item, shared: null });
  return found.slice(0, most);
}

/** Returns the fact of one rank that the titles a and b share, or null. Of several facts it is that of fewest titles. */
function sharedFact(
  facts: readonly ReasonFact[],
  a: number,
  b: number,
  size: number,
  shownGenres: number,
): SharedFact | null {
  let found: SharedFact | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const { reason, rows, titlesOf } of facts) {
    const { kind, first = Number.POSITIVE_INFINITY, names } = reason;
    const titles = (id: number): number => titlesOf.get(id) ?? 0;
    const compared = first === 'shown' ? shownGenres : first;
    const measure = names === 'rarest' ? titles : (_id: number, places: number): number => places;
    const id = leastCommon(rows, a, b, compared, measure);
    if (id === null || (names === 'rarest' && titles(id) > COMMON * size) || titles(id) >= fewest) continue;
    fewest = titles(id);
    found = { kind, id };
  }
  return found;
}

/**
 * Returns the value with the lowest measure that two rows share, or null. Of equal ones, it is the first of row a.
 * @param first only this many values of each row are compared.
 * @param measure gets a value, and the sum of its places in both rows.
 */
function leastCommon(
  { offsets, values }: Csr,
  a: number,
  b: number,
  first: number,
  measure: (id: number, places: number) => number,
): number | null {
  let found: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  const aEnd = Math.min(offsets[a + 1], offsets[a] + first);
  const bEnd = Math.min(offsets[b + 1], offsets[b] + first);
  for (let k = offsets[a]; k < aEnd; k++) {
    for (let l = offsets[b]; l < bEnd; l++) {
      if (values[k] !== values[l]) continue;
      const measured = measure(values[k], k - offsets[a] + l - offsets[b]);
      if (measured >= least) continue;
      least = measured;
      found = values[k];
    }
  }
  return found;
}

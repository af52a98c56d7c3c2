import type { FactSpace } from '../model/fact-space.ts';
import type { Because, Csr, SharedFact } from '../model/types.ts';

/** A value of more titles than this share says nothing about two of them. */
const COMMON = 0.25;
/** A value of so few titles says something in the smallest catalogue. */
const FEW = 4;

/** A shared fact with what decides its place: the rank of its kind, then the number of titles that have it. */
interface Shared {
  readonly fact: SharedFact;
  readonly rank: number;
  readonly titles: number;
}

/**
 * Returns the titles of `others` that are reasons for a title: first the one that shares the most specific fact, then
 * those that share most of its facts too, so that one sentence can name two titles. Of equal ones the given order
 * decides, and titles without a common fact are last.
 * @param most the number of titles to return.
 * @param shownGenres the number of genres that a card shows.
 */
export function mostSpecific(
  space: FactSpace,
  title: number,
  others: readonly number[],
  most: number,
  shownGenres: number,
): Because[] {
  const found = others
    .map((item) => ({ item, shared: sharedFacts(space, title, item, shownGenres) }))
    .sort((a, b) => bySpecificity(a.shared[0], b.shared[0]));
  const best = keysOf(found[0]?.shared ?? []);
  const common = (shared: readonly Shared[]): number =>
    [...keysOf(shared)].filter((key) => best.has(key)).length;
  const rest = found.slice(1).sort((a, b) => common(b.shared) - common(a.shared));
  return [...found.slice(0, 1), ...rest]
    .slice(0, most)
    .map(({ item, shared }) => ({ item, facts: shared.map(({ fact }) => fact) }));
}

const keysOf = (shared: readonly Shared[]): ReadonlySet<string> =>
  new Set(shared.map(({ fact: { kind, id } }) => `${kind} ${id}`));

function bySpecificity(a: Shared | undefined, b: Shared | undefined): number {
  if (!a || !b) return (a ? 0 : 1) - (b ? 0 : 1);
  return a.rank - b.rank || a.titles - b.titles;
}

/** Returns the facts that the titles a and b share, the most specific first. */
function sharedFacts(
  { size, themes, reasons }: FactSpace,
  a: number,
  b: number,
  shownGenres: number,
): Shared[] {
  const isTold =
    themes !== undefined && [a, b].every((item) => themes.offsets[item + 1] > themes.offsets[item]);
  return reasons
    .flatMap(({ reason, rows, titlesOf }) => {
      if (reason.besideThemes === false && isTold) return [];
      const first = reason.first === 'shown' ? shownGenres : (reason.first ?? Number.POSITIVE_INFINITY);
      return inBoth(rows, a, b, first).flatMap((id): Shared[] => {
        const titles = titlesOf.get(id) ?? 0;
        return titles > Math.max(FEW, COMMON * size)
          ? []
          : [{ fact: { kind: reason.kind, id }, rank: reason.rank, titles }];
      });
    })
    .sort(bySpecificity);
}

/** Returns the values that are among the first of both rows. */
function inBoth({ offsets, values }: Csr, a: number, b: number, first: number): number[] {
  const own = values.subarray(offsets[b], Math.min(offsets[b + 1], offsets[b] + first));
  return [...values.subarray(offsets[a], Math.min(offsets[a + 1], offsets[a] + first))].filter((value) =>
    own.includes(value),
  );
}

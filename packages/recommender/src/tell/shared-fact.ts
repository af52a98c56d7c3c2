import type { FactSpace } from '../model/fact-space.ts';
import type { SharedFact } from '../model/types.ts';

/**
 * Returns the titles of `others` that are reasons for a title: first the one that shares the most specific fact, then
 * those that share most of its facts too, so that one sentence can name two titles. Of equal ones the given order
 * decides, and titles without a common fact are last.
 * @param most the number of titles to return.
 */
export function mostSpecific(
  space: FactSpace,
  title: number,
  others: readonly number[],
  most: number,
): number[] {
  const found = others
    .map((item) => ({ item, places: sharedPlaces(space, title, item) }))
    .sort((a, b) => compare(space, a.places[0], b.places[0]));
  const best = found[0]?.places ?? [];
  const common = (places: readonly number[]): number => places.filter((place) => best.includes(place)).length;
  const rest = found.slice(1).sort((a, b) => common(b.places) - common(a.places));
  return [...found.slice(0, 1), ...rest].slice(0, most).map(({ item }) => item);
}

/** Returns what two titles have in common, the most specific first. */
export const sharedFacts = (space: FactSpace, title: number, other: number): SharedFact[] =>
  sharedPlaces(space, title, other).map((place) =>
    place === space.loved.place ? { kind: 'loved_with', id: other } : space.reasons[place].shared,
  );

/** Returns the titles that a title names in `lovedWith`, and those that name it. */
export const lovedWith = ({ loved: { rows } }: FactSpace, title: number): Int32Array =>
  rows.values.subarray(rows.offsets[title], rows.offsets[title + 1]);

/** Compares two places of `reasons`, of which one behind the end is last. */
function compare({ reasons }: FactSpace, a = reasons.length, b = reasons.length): number {
  const [one, other] = [reasons[a], reasons[b]];
  // Facts of one kind that as many titles have are equally specific.
  return one && other ? one.rank - other.rank || one.titles - other.titles : a - b;
}

/** Returns the places in `reasons` of the facts that both titles have, the most specific first. */
function sharedPlaces(space: FactSpace, a: number, b: number): number[] {
  const {
    reasons,
    reasonsOf: { offsets, values },
    hasThemes,
    loved,
  } = space;
  const bothThemes = hasThemes[a] === 1 && hasThemes[b] === 1;
  const shared: number[] = [];
  let other = offsets[b];
  for (let own = offsets[a]; own < offsets[a + 1]; own++) {
    while (other < offsets[b + 1] && values[other] < values[own]) other++;
    if (other === offsets[b + 1]) break;
    if (values[other] !== values[own]) continue;
    if (reasons[values[own]].besideThemes || !bothThemes) shared.push(values[own]);
  }
  if (!lovedWith(space, a).includes(b)) return shared;
  return [...shared, loved.place].sort((one, other) => one - other);
}

import { topK } from '../math/select.ts';

/** How the probabilities of the people of a group become one score, all from 0 to 1. */
export const GROUP_RULES = {
  mean: (probabilities: readonly number[]) =>
    probabilities.reduce((sum, probability) => sum + probability, 0) / probabilities.length,
  least: (probabilities: readonly number[]) => Math.min(...probabilities),
  /** The geometric mean orders as the product does, and does not depend on the number of people. */
  product: (probabilities: readonly number[]) =>
    Math.exp(
      probabilities.reduce((sum, probability) => sum + Math.log(Math.max(probability, 1e-9)), 0) /
        probabilities.length,
    ),
} as const;
export type GroupRule = keyof typeof GROUP_RULES;

/** Returns the probabilities with which one person likes the items. */
type ReadProbabilities = (items: Int32Array) => Float32Array;

/** The first guess at the best titles is so many times as long as what is asked for. */
const GUESS = 2;

/**
 * Returns the titles that a group likes best by the least probability, the rule with the best measurement
 * (docs/recommender.md#groups). Because the least can only fall with one more person, a title below the worst of the
 * best needs no further person: most probabilities of most people are never computed.
 * @returns the best first, with their scores. Of equal scores, the item that comes first in `items` is first.
 */
export function bestForGroup(
  [first, ...others]: readonly ReadProbabilities[],
  items: Int32Array,
  count: number,
): { items: Int32Array; scores: Float32Array } {
  const least = first?.(items).slice() ?? new Float32Array(items.length);
  const lower = (places: Int32Array, read: ReadProbabilities): void => {
    const found = read(places.map((place) => items[place]));
    for (let k = 0; k < places.length; k++) least[places[k]] = Math.min(least[places[k]], found[k]);
  };
  const guess = topK(least, GUESS * count);
  for (const read of others) lower(guess, read);
  const guessed = least.map(() => Number.NEGATIVE_INFINITY);
  for (const place of guess) guessed[place] = least[place];
  const worst = guess.length < count ? 0 : least[topK(guessed, count)[count - 1]];
  let rest = Int32Array.from(least.keys()).filter((place) => guessed[place] === Number.NEGATIVE_INFINITY);
  for (const read of others) {
    rest = rest.filter((place) => least[place] >= worst);
    lower(rest, read);
  }
  const best = topK(least, count);
  return {
    items: best.map((place) => items[place]),
    scores: Float32Array.from(best, (place) => least[place]),
  };
}

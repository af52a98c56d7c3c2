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

/** The rule with the best measurement (docs/recommender.md#groups). */
const USED: GroupRule = 'least';

/**
 * Scores titles for a group.
 * @param people for each person, the probability of liking each title.
 */
export function groupScores(people: readonly Float32Array[]): Float32Array {
  const [first] = people;
  const score = GROUP_RULES[USED];
  return Float32Array.from(first ?? [], (_, at) =>
    score(people.map((probabilities) => probabilities[at] ?? 0)),
  );
}

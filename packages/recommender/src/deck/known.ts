/**
 * Which titles does a user know? For most people the famous ones, so the deck asks for these. Answers correct the guess:
 * whoever has not watched six famous titles in a row, or rates five that few people know, is asked for other titles.
 */

/** A title of this popularity or more is famous: a typical user rates such titles. */
const FAMOUS = 0.85;
/** With this many more answers against fame than for it, fame has its least weight. */
const FULL = 5;
/** The sum is limited to this, so that a few answers for fame raise its weight again. */
const MOST = 6;
/** Fame keeps this weight, because nobody knows titles that nobody watches. */
const LEAST = 0.2;

/** A title that the user rated or said that they have not watched. */
export interface Answer {
  readonly item: number;
  readonly isKnown: boolean;
}

/**
 * Returns the weight of fame, 0.2 to 1, in the guess which titles a user knows. It is a cumulative sum (Page 1954): an
 * answer against fame adds one, a known famous title takes one away, and what lies far back is forgotten because the sum
 * never falls below 0.
 * @param answers the last answers, the last one first.
 */
export function weightOfFame(popularity: Float32Array, answers: readonly Answer[]): number {
  const sum = answers.reduceRight((before, { item, isKnown }) => {
    const isFamous = popularity[item] >= FAMOUS;
    if (!isFamous && !isKnown) return before;
    return Math.min(MOST, Math.max(0, before + (isFamous && isKnown ? -1 : 1)));
  }, 0);
  return 1 - (1 - LEAST) * Math.min(1, sum / FULL) ** 2;
}

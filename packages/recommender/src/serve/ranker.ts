import { dotRows } from '../math/dot.ts';
import type { Taste, TasteSpace } from '../model/taste.ts';
import type { Catalogue } from '../model/types.ts';

/** The checked signals of a user: sorted indexes inside the catalogue, with `ratings` parallel to `rated`. */
export interface CheckedSignals {
  readonly rated: Int32Array;
  readonly ratings: Float32Array;
  readonly hidden: Int32Array;
  readonly listed: Int32Array;
  readonly seen: Int32Array;
}

/** A hide, a list entry or a view without a rating counts as half a rating. */
export const HALF = 0.5;

/** Returns how much is known of a user's interest, in ratings. A hide tells nothing of what they like. */
export function interestCount({ rated, listed, seen }: CheckedSignals): number {
  return rated.length + HALF * (listed.length + seen.length);
}

/** Scores titles by the user's interest. The model adds the prior of fame. */
export interface Ranker {
  /**
   * Weight of fame: `unknown` for a user without signals, `known` for a user with many signals; `aged` is the
   * share of the correction for old titles.
   */
  readonly fame: { readonly unknown: number; readonly known: number; readonly aged: number };
  /** Whether the scores are unreliable for a user with few ratings, so that fame replaces them. */
  readonly needsRatings: boolean;
  /** Score added to titles of a chosen genre, for a user without ratings. */
  readonly genreLift: number;
  /**
   * Computes the user's state for `score` in closed form.
   * @param taste the user's taste as computed for the likelihood.
   */
  fold(signals: CheckedSignals, taste: Taste): Float32Array;
  /** Returns `weight` times the score of every title. */
  score(state: Float32Array, signals: CheckedSignals, weight: number): Float32Array;
  /** Returns the similarity of every title to `item`. */
  similar(item: number): Float32Array;
}

/** Returns a function that gives for every title how similar its content is to the content of `item`. */
export function contentLikeness(
  { factors, items }: TasteSpace,
  { popularity, franchise }: Catalogue,
): (item: number) => Float32Array {
  const d = factors + 1;
  return (item) => {
    const own = items.subarray(item * d, item * d + factors);
    // Add a small bonus for popularity, and a larger bonus for titles of the same franchise, which then rank
    // first.
    const isFranchise = (i: number): boolean => franchise[item] >= 0 && franchise[i] === franchise[item];
    return dotRows(items, d, own).map((score, i) => score + 0.15 * popularity[i] + (isFranchise(i) ? 1 : 0));
  };
}

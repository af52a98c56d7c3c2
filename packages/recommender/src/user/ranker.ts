import type { Taste } from '../model/taste.ts';

/** The checked signals of a user: sorted indexes inside the catalogue, with `ratings` parallel to `rated`. */
export interface CheckedSignals {
  readonly rated: Int32Array;
  readonly ratings: Float32Array;
  readonly hidden: Int32Array;
  readonly listed: Int32Array;
  readonly seen: Int32Array;
  readonly unseen: Int32Array;
  /** Titles of a taste that the user dismissed. */
  readonly doubted: ReadonlySet<number>;
}

/** The evidence of a title that the user doubts counts a quarter. */
const DOUBTED = 0.25;

/** Returns how much the evidence of each title counts, 1 unless the user doubts it. */
export function trustIn({ doubted }: CheckedSignals, items: Int32Array): Float32Array {
  return Float32Array.from(items, (item) => (doubted.has(item) ? DOUBTED : 1));
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
  /**
   * Whether also tastes that are not clear take turns. A trained order knows from others which titles go together, so
   * it loses by turns where it gains nothing.
   */
  readonly takesTurns: boolean;
  /** Whether `fold` reads the mean of the taste, and not its variance alone. */
  readonly readsMean: boolean;
  /** Score added to titles of a chosen genre, for a user without ratings. */
  readonly genreLift: number;
  /**
   * Computes the user's state for `score` in closed form.
   * @param taste the user's taste as computed for the likelihood.
   */
  fold(signals: CheckedSignals, taste: Taste): Float32Array;
  /**
   * Returns `weight` times the scores of titles, parallel to `items`.
   * @param items every title without.
   */
  score(state: Float32Array, signals: CheckedSignals, weight: number, items?: Int32Array): Float32Array;
}

/** Returns the scores of the items, parallel to them. */
export const scoresOf = (scores: Float32Array, items: Int32Array): Float32Array =>
  Float32Array.from(items, (item) => scores[item]);

import type { Taste } from '../model/taste.ts';
import type { Signals } from '../model/types.ts';

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

/**
 * Returns the signals inside the catalogue. The strongest evidence of a title replaces the others: a rating, a hide, a list
 * entry, a view.
 * @param size the number of titles.
 */
export function checkSignals(signals: Signals, size: number): CheckedSignals {
  const byItem: number[] = [];
  for (let k = 0; k < signals.rated.length; k++)
    if (valid(signals.rated[k], size) && Number.isFinite(signals.ratings[k])) byItem.push(k);
  byItem.sort((a, b) => signals.rated[a] - signals.rated[b]);
  const rated = Int32Array.from(byItem, (k) => signals.rated[k]);
  const used = new Set(rated);
  const rest = (items: ArrayLike<number>): Int32Array => {
    const own = indexes(items, size).filter((item) => !used.has(item));
    for (const item of own) used.add(item);
    return own;
  };
  return {
    rated,
    ratings: Float32Array.from(byItem, (k) => Math.min(10, Math.max(0, signals.ratings[k]))),
    hidden: rest(signals.hidden),
    listed: rest(signals.listed),
    seen: rest(signals.seen ?? []),
    unseen: indexes(signals.unseen ?? [], size),
    doubted: new Set(indexes(signals.doubted ?? [], size)),
  };
}

function valid(index: number, size: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < size;
}

/** Returns the distinct indexes inside the catalogue, rising. */
export function indexes(list: ArrayLike<number>, size: number): Int32Array {
  const distinct = new Set(Array.from(list));
  return Int32Array.from(distinct)
    .filter((i) => valid(i, size))
    .sort();
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

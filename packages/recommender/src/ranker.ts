import { dotRows } from './dot-rows.ts';
import type { Taste, TasteSpace } from './taste.ts';
import type { Catalogue } from './types.ts';

/** The signals of a user for a ranker: indexes sorted and checked, ratings parallel. */
export interface CheckedSignals {
  readonly rated: Int32Array;
  readonly ratings: Float32Array;
  readonly hidden: Int32Array;
  readonly listed: Int32Array;
}

/** Scores titles by the user's interest. The popularity prior is added outside. */
export interface Ranker {
  /** Weight of popularity for a user without signals, and for a user with many. */
  readonly popularity: { readonly unknown: number; readonly known: number };
  /** Whether scores carry little information with few ratings, so that popularity replaces them. */
  readonly needsRatings: boolean;
  /** The lift of a title by a chosen genre, for a user without other signals. */
  readonly genreLift: number;
  /** The user's state for `score`, in closed form; `taste` is the mean of their likelihood factor. */
  fold(signals: CheckedSignals, taste: Taste): Float32Array;
  /** Writes a score for every title, times `weight`. */
  score(state: Float32Array, signals: CheckedSignals, weight: number, out: Float32Array): void;
  /** Writes the similarity of every title to `item`. */
  similar(item: number, out: Float32Array): void;
}

/** "More like this" by content: writes the similarity of every title to `item`. */
export function contentLikeness(
  { factors, items, size }: TasteSpace,
  catalogue: Catalogue,
): (item: number, out: Float32Array) => void {
  const d = factors + 1;
  return (item, out) => {
    dotRows(items, d, factors, items.subarray(item * d, item * d + factors), size, out);
    // A small bonus for better known titles, and titles of the same franchise first.
    for (let i = 0; i < size; i++) out[i] += 0.15 * catalogue.popularity[i];
    liftFranchise(catalogue, item, 1, out);
  };
}

export function liftFranchise(catalogue: Catalogue, item: number, lift: number, out: Float32Array): void {
  const own = catalogue.franchise[item];
  if (own < 0) return;
  for (let i = 0; i < catalogue.size; i++) if (catalogue.franchise[i] === own) out[i] += lift;
}

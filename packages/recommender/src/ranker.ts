import { dotRows } from './dot-rows.ts';
import type { Taste, TasteSpace } from './taste.ts';
import type { Catalogue } from './types.ts';

/** What a ranker is given of a person: indexes sorted and checked, ratings parallel. */
export interface Known {
  readonly rated: Int32Array;
  readonly ratings: Float32Array;
  readonly hidden: Int32Array;
  readonly listed: Int32Array;
}

/** Scores titles by how much a person will want them; the popularity prior is added outside. */
export interface Ranker {
  /** How much popularity counts for somebody of whom nothing is known, and for somebody well known. */
  readonly popularity: { readonly unknown: number; readonly known: number };
  /** Whether the scores say little of people with few ratings, so that popularity must stand in for them. */
  readonly needsRatings: boolean;
  /** How far a chosen genre lifts a title for somebody of whom nothing else is known. */
  readonly genreLift: number;
  /** The person's state for `score`, in closed form; `taste` is the mean of their likelihood factor. */
  fold(known: Known, taste: Taste): Float32Array;
  /** Writes a score for every title, times `weight`. */
  score(state: Float32Array, known: Known, weight: number, out: Float32Array): void;
  /** Writes the closeness of every title to `item`. */
  similar(item: number, out: Float32Array): void;
}

/** "More like this" by content: writes the closeness of every title to `item`. */
export function contentLikeness(
  { factors, items, size }: TasteSpace,
  catalogue: Catalogue,
): (item: number, out: Float32Array) => void {
  const d = factors + 1;
  return (item, out) => {
    dotRows(items, d, factors, items.subarray(item * d, item * d + factors), size, out);
    // A slight pull to the better known, and other parts of the same story first.
    for (let i = 0; i < size; i++) out[i] += 0.15 * catalogue.popularity[i];
    liftFranchise(catalogue, item, 1, out);
  };
}

export function liftFranchise(catalogue: Catalogue, item: number, lift: number, out: Float32Array): void {
  const own = catalogue.franchise[item];
  if (own < 0) return;
  for (let i = 0; i < catalogue.size; i++) if (catalogue.franchise[i] === own) out[i] += lift;
}

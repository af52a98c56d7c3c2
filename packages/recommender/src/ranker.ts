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

/**
 * Order from content: a title's score is the person's taste along its content, without their generosity.
 * In points of 0–10, as is the weight of popularity: the best known title is worth six points more than an
 * unknown one. Without ratings to learn from, less of it ranks worse than popularity alone, and more hides taste.
 */
export function contentRanker(space: TasteSpace, catalogue: Catalogue): Ranker {
  const { factors, items, size } = space;
  const d = factors + 1;
  return {
    popularity: { unknown: 6, known: 6 },
    needsRatings: false,
    genreLift: 6,
    fold: (_known, taste) => Float32Array.from(taste.mean.subarray(0, factors)),
    score: (state, _known, weight, out) => {
      const scaled = state.map((x) => x * weight);
      dotRows(items, d, factors, scaled, size, out);
    },
    similar: (item, out) => {
      dotRows(items, d, factors, items.subarray(item * d, item * d + factors), size, out);
      // A slight pull to the better known, and other parts of the same story first.
      for (let i = 0; i < size; i++) out[i] += 0.15 * catalogue.popularity[i];
      liftFranchise(catalogue, item, 1, out);
    },
  };
}

/** out[i] = rows[i]·x over the first `count` entries of rows `stride` apart. */
export function dotRows(
  rows: Float32Array,
  stride: number,
  count: number,
  x: Float32Array,
  size: number,
  out: Float32Array,
): void {
  const whole = count - (count % 4);
  for (let i = 0; i < size; i++) {
    const at = i * stride;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let k = 0; k < whole; k += 4) {
      a += rows[at + k] * x[k];
      b += rows[at + k + 1] * x[k + 1];
      c += rows[at + k + 2] * x[k + 2];
      d += rows[at + k + 3] * x[k + 3];
    }
    for (let k = whole; k < count; k++) a += rows[at + k] * x[k];
    out[i] = a + b + c + d;
  }
}

export function liftFranchise(catalogue: Catalogue, item: number, lift: number, out: Float32Array): void {
  const own = catalogue.franchise[item];
  if (own < 0) return;
  for (let i = 0; i < catalogue.size; i++) if (catalogue.franchise[i] === own) out[i] += lift;
}

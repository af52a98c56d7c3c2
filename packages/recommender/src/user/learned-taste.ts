import { dotRows } from '../math/dot.ts';
import { quadraticForm } from '../math/packed.ts';
import type { Taste, TasteSpace } from '../model/taste.ts';

/** Returns how far the user's signals moved the predicted mean of every title, in points. */
export function movesOfTitles({ factors, items }: TasteSpace, { mean, start }: Taste): Float32Array {
  const learned = mean.map((value, c) => value - start[c]);
  return dotRows(items, factors + 1, learned.subarray(0, factors)).map((points) => points + learned[factors]);
}

/**
 * Returns the share (0–1) of the prior variance of x that the user's signals removed. Here x is the mean
 * prediction for `titles` minus the mean prediction for all titles.
 * @param centre the mean of the factors over all titles.
 */
export function certaintyOf(
  { factors, items, precision }: TasteSpace,
  taste: Taste,
  centre: Float64Array,
  titles: ArrayLike<number>,
): number {
  const d = factors + 1;
  const vector = new Float64Array(d);
  for (let k = 0; k < titles.length; k++) {
    const at = titles[k] * d;
    for (let c = 0; c < factors; c++) vector[c] += items[at + c] / titles.length;
  }
  let before = 0;
  for (let c = 0; c < factors; c++) {
    vector[c] -= centre[c];
    before += (taste.variance * vector[c] ** 2) / precision[c];
  }
  if (titles.length === 0 || before <= 0) return 0;
  const after = quadraticForm(taste.covariance, vector);
  return Math.min(1, Math.max(0, 1 - after / before));
}

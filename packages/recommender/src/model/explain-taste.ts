import { packedLength } from '../math/packed.ts';
import type { Taste, TasteSpace } from './taste.ts';
import { entries, places, read, readVector } from './title-vectors.ts';

const vectorsOf = (d: number) => ({
  moved: new Float64Array(d),
  spread: new Float64Array(d),
  shared: new Float64Array(d),
});
/** Every call of `explainTaste` overwrites them. */
let vectors = vectorsOf(0);

/**
 * Writes the effect w_n of each rating n of the user: entry c is at `c * count + n`. For a title `a = [p, 1]`, the
 * posterior mean is the prior mean plus `Σ_n a·w_n`.
 * @param rated its first `count` entries are some or all rated titles of the user, and `ratings` is parallel.
 * @param total the number of all ratings of the user.
 * @param whole all entries of the covariance of û, see `posteriorCovariance` and `unpack`.
 * @param out has at least `count * (factors + 1)` entries.
 */
export function explainTaste(
  space: TasteSpace,
  taste: Taste,
  { rated, ratings, count }: { rated: Int32Array; ratings: ArrayLike<number>; count: number },
  total: number,
  whole: Float64Array,
  out: Float64Array,
): void {
  const { factors, items, covarianceOf, implicit } = space;
  const d = factors + 1;
  const u0 = taste.prior;
  const share = total > 0 ? 1 / Math.sqrt(total) : 0;
  if (vectors.moved.length !== d) vectors = vectorsOf(d);
  // `shared` is `A⁻¹ (C_qb + C û₀)` for row 0 of `space.covariance`, which titles without ratings share.
  const { moved, spread, shared } = vectors;
  shared.fill(0);
  spreadOf(space, 0, u0, spread);
  addProduct(whole, readVector(spread, 0, d), 1, shared);
  for (let n = 0; n < count; n++) {
    const at = rated[n] * d;
    let expected = u0[factors];
    for (let i = 0; i < factors; i++) expected += items[at + i] * u0[i];
    // w_n is `A⁻¹ (a_n (y_n − a_n·û₀) − C_qb − C û₀) / noise`, plus the effect of having rated title n.
    const surprise = ratings[n] - space.centre - items[at + factors] - expected;
    const noise = taste.noise * space.itemNoise[rated[n]];
    const row = covarianceOf[rated[n]];
    if (row === 0) {
      for (let i = 0; i < d; i++) moved[i] = -shared[i] / noise;
      addProduct(whole, read(space, rated[n]), surprise / noise, moved);
    } else {
      spreadOf(space, row, u0, spread);
      for (let i = 0; i < factors; i++) spread[i] = items[at + i] * surprise - spread[i];
      spread[factors] = surprise;
      moved.fill(0);
      addProduct(whole, readVector(spread, 0, d), 1 / noise, moved);
    }
    for (let i = 0; i < d; i++)
      out[i * count + n] = implicit ? moved[i] + share * implicit[at + i] : moved[i];
  }
}

/** Writes `C_qb + C û₀` of a row of `covariance`; the entry of the bias stays 0. */
function spreadOf(
  { factors, covariance }: TasteSpace,
  row: number,
  u0: Float64Array,
  out: Float64Array,
): void {
  const c = row * packedLength(factors + 1);
  const last = c + ((factors + 1) * factors) / 2;
  out.fill(0);
  for (let i = 0; i < factors; i++) {
    const from = c + (i * (i + 1)) / 2;
    out[i] += covariance[last + i] + covariance[from + i] * u0[i];
    // The matrix in row 0 is diagonal, so its off-diagonal entries are skipped.
    for (let j = c === 0 ? i : 0; j < i; j++) {
      out[i] += covariance[from + j] * u0[j];
      out[j] += covariance[from + j] * u0[i];
    }
  }
}

/** Adds `scale` times the product of the symmetric matrix and the vector that was read last. */
function addProduct(matrix: Float64Array, count: number, scale: number, out: Float64Array): void {
  const d = out.length;
  let k = 0;
  // Four rows at a time, as in `tasteMoves`.
  for (; k + 3 < count; k += 4) {
    const one = places[k] * d;
    const two = places[k + 1] * d;
    const three = places[k + 2] * d;
    const four = places[k + 3] * d;
    const x = scale * entries[k];
    const y = scale * entries[k + 1];
    const z = scale * entries[k + 2];
    const v = scale * entries[k + 3];
    for (let j = 0; j < d; j++)
      out[j] += x * matrix[one + j] + y * matrix[two + j] + z * matrix[three + j] + v * matrix[four + j];
  }
  for (; k < count; k++) {
    const from = places[k] * d;
    const x = scale * entries[k];
    for (let j = 0; j < d; j++) out[j] += x * matrix[from + j];
  }
}

/**
 * Writes how far each rating of the user moved the predicted mean of `item`, in points.
 * @param explained what `explainTaste` wrote for `count` ratings.
 * @param out its first `count` entries are written, in the order of the ratings.
 */
export function tasteMoves(
  space: TasteSpace,
  explained: Float64Array,
  count: number,
  item: number,
  out: Float64Array,
): void {
  const last = read(space, item) - 1;
  const bias = space.factors * count;
  for (let n = 0; n < count; n++) out[n] = explained[bias + n];
  let k = 0;
  // Four factors at a time, so that each sum is read and written once for four products.
  for (; k + 3 < last; k += 4) {
    const a = places[k] * count;
    const b = places[k + 1] * count;
    const c = places[k + 2] * count;
    const d = places[k + 3] * count;
    const x = entries[k];
    const y = entries[k + 1];
    const z = entries[k + 2];
    const w = entries[k + 3];
    for (let n = 0; n < count; n++)
      out[n] += x * explained[a + n] + y * explained[b + n] + z * explained[c + n] + w * explained[d + n];
  }
  for (; k < last; k++) {
    const x = entries[k];
    const row = places[k] * count;
    for (let n = 0; n < count; n++) out[n] += x * explained[row + n];
  }
}

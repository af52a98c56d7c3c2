import { packedLength, product } from '../math/packed.ts';
import { predictedMean, type Taste, type TasteSpace, vectorOf } from './taste.ts';

/**
 * Returns the effect w_n of each rating n of the user. For a title `a = [p, 1]`, the posterior mean is the prior
 * mean plus `Σ_n a·w_n`.
 * @param rated some or all rated titles of the user, and `ratings` is parallel.
 * @param total the number of all ratings of the user.
 */
export function explainTaste(
  space: TasteSpace,
  taste: Taste,
  { rated, ratings }: { rated: Int32Array; ratings: ArrayLike<number> },
  total: number,
): Float64Array[] {
  const { factors, covarianceOf, implicit } = space;
  const d = factors + 1;
  const unrated = spreadOf(space, 0, taste.prior);
  return Array.from(rated, (item, n) => {
    // w_n is `A⁻¹ (a_n (y_n − a_n·û₀) − C_qb − C û₀) / noise`, plus the effect of having rated title n.
    const a = vectorOf(space, item);
    const surprise = ratings[n] - predictedMean(space, taste.prior, item);
    const spread = covarianceOf[item] === 0 ? unrated : spreadOf(space, covarianceOf[item], taste.prior);
    const effect = product(
      taste.covariance,
      a.map((x, i) => (x * surprise - spread[i]) / (taste.noise * space.itemNoise[item])),
    );
    return implicit ? effect.map((x, i) => x + implicit[item * d + i] / Math.sqrt(total)) : effect;
  });
}

/** Returns `C_qb + C û₀` of a row of `covariance`; the entry of the bias is 0. */
function spreadOf({ factors, covariance }: TasteSpace, row: number, prior: Float64Array): Float64Array {
  const from = row * packedLength(factors + 1);
  const withOne = prior.slice();
  withOne[factors] = 1;
  // With 1 as the entry of the bias, `C û₀` includes `C_qb`.
  const spread = product(covariance, withOne, from);
  spread[factors] = 0;
  return spread;
}

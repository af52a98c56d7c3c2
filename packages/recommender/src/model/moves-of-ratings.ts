import { packedLength, product } from '../math/packed.ts';
import { predictedMean, type Taste, type TasteSpace, vectorOf } from './taste.ts';

/**
 * Returns a function that gives how far each rating of the user moved a title with the vector `a = [p, 1]`: the posterior mean
 * is the prior mean plus the sum of the moves. It takes one product with the covariance, however many ratings there are.
 * @param rated some or all rated titles of the user, and `ratings` is parallel.
 * @param total the number of all ratings of the user.
 */
export function movesOfRatings(
  space: TasteSpace,
  taste: Taste,
  { rated, ratings }: { rated: Int32Array; ratings: ArrayLike<number> },
  total: number,
): (a: Float64Array) => Float64Array {
  const { factors, covarianceOf, implicit } = space;
  const d = factors + 1;
  const unrated = spreadOf(space, 0, taste.prior);
  // Rating n shifts the user by A⁻¹ v_n with v_n = (a_n (y_n − a_n·û₀) − C_qb − C û₀) / noise, and by having rated the title.
  // In single precision and one array, because it is kept.
  const shifts = new Float32Array(rated.length * d);
  rated.forEach((item, n) => {
    const a = vectorOf(space, item);
    const surprise = ratings[n] - predictedMean(space, taste.prior, item);
    const spread = covarianceOf[item] === 0 ? unrated : spreadOf(space, covarianceOf[item], taste.prior);
    const noise = taste.noise * space.itemNoise[item];
    for (let i = 0; i < d; i++) shifts[n * d + i] = (a[i] * surprise - spread[i]) / noise;
  });
  const share = 1 / Math.sqrt(total);
  return (a) => {
    const across = product(taste.covariance, a);
    const moves = new Float64Array(rated.length);
    for (let n = 0; n < rated.length; n++) {
      let move = 0;
      for (let i = 0; i < d; i++) move += across[i] * shifts[n * d + i];
      if (implicit) for (let i = 0; i < d; i++) move += share * a[i] * implicit[rated[n] * d + i];
      moves[n] = move;
    }
    return moves;
  };
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

import { factorise, invert, packedLength, solve } from '../math/packed.ts';
import type { Random } from '../math/random.ts';
import { type Sparse, transpose } from '../math/sparse.ts';
import type { Features } from '../model/features.ts';
import { NOISE_STRENGTH } from '../user/trained-taste.ts';
import { type FeaturePrior, featurePrior, priorUncertainty, updateFeaturePrior } from './feature-prior.ts';

/**
 * Variational Bayesian matrix factorization (Lim and Teh 2007) of ratings:
 * `centre + b_u + b_i + p_u·q_i + noise`. Learns all precisions and noise levels from the data (empirical
 * Bayes), so nothing is tuned to one data set.
 */

/** Expectations over the posterior of each row, see `moments`. */
interface Moments {
  readonly moment: Float32Array;
  readonly linear: Float32Array;
  readonly square: Float32Array;
}

/** The posterior of all users or of all titles. */
export interface Side {
  readonly rows: number;
  /** Shape: rows × (factors + 1). The last mean of a row is for the bias. */
  readonly mean: Float32Array;
  readonly covariance: Float32Array;
  readonly prior: FeaturePrior;
  /** Prior precision per dimension. */
  readonly precision: Float64Array;
  /**
   * Noise of each row. The noise of a user is in squared points, and the noise of a title is a factor near 1.
   */
  readonly noise: Float64Array;
  /**
   * Each sweep overwrites these arrays. New arrays per sweep would take tens of MB between two garbage
   * collections.
   */
  readonly moments: Moments;
}

export interface Vbmf {
  readonly factors: number;
  readonly users: Side;
  readonly items: Side;
  /** The matrix of users × titles, and the transposed matrix. */
  readonly ratings: Sparse;
  readonly byItem: Sparse;
  readonly centre: number;
  noise: number;
}

/**
 * Lower limit of noise, in squared points for users and as a factor for titles. Keeps precisions finite when
 * the factors explain the ratings without error.
 */
const LEAST_NOISE = 0.01;

/** Initial share of the variance of ratings that factors explain. A few sweeps estimate the real share. */
const FACTOR_SHARE = 0.5;

export function createVbmf(
  ratings: Sparse,
  factors: number,
  userFeatures: Features,
  itemFeatures: Features,
  random: Random,
): Vbmf {
  const count = ratings.offsets[ratings.rows];
  let sum = 0;
  let square = 0;
  for (let k = 0; k < count; k++) {
    sum += ratings.values[k];
    square += ratings.values[k] ** 2;
  }
  const centre = sum / count;
  const variance = Math.max(1e-3, square / count - centre * centre);
  const d = factors + 1;
  const side = (rows: number, features: Features, noise: number): Side => {
    const mean = new Float32Array(rows * d);
    for (let r = 0; r < rows; r++) for (let c = 0; c < factors; c++) mean[r * d + c] = random.normal() * 0.1;
    const scale = Math.sqrt(factors / (FACTOR_SHARE * variance));
    return {
      rows,
      mean,
      covariance: new Float32Array(rows * packedLength(d)),
      prior: featurePrior(features.matrix, features.group, d, 10 * scale),
      precision: new Float64Array(d).fill(scale).fill(4 / variance, factors),
      noise: new Float64Array(rows).fill(noise),
      moments: {
        moment: new Float32Array(rows * packedLength(d)),
        linear: new Float32Array(rows * d),
        square: new Float32Array(rows),
      },
    };
  };
  return {
    factors,
    users: side(ratings.rows, userFeatures, 0.6 * variance),
    items: side(ratings.columnCount, itemFeatures, 1),
    ratings,
    byItem: transpose(ratings),
    centre,
    noise: 0.6 * variance,
  };
}

/**
 * Runs one sweep over users and titles.
 * @param hyper whether to update priors, precisions and noise too.
 */
export function sweepVbmf(model: Vbmf, hyper: boolean): void {
  const { users, items, ratings, byItem } = model;
  const userError = updateSide(model, users, ratings, items);
  if (hyper) {
    updatePrior(users, model.factors);
    let total = 0;
    for (let u = 0; u < users.rows; u++) total += userError[u];
    model.noise = Math.max(LEAST_NOISE, total / ratings.columns.length);
    updateNoise(users, ratings, userError, model.noise);
  }
  const itemError = updateSide(model, items, byItem, users);
  if (hyper) {
    updatePrior(items, model.factors);
    updateNoise(items, byItem, itemError, 1);
  }
}

/**
 * Updates the posteriors of one side, given the posteriors of the other side.
 * @returns for each row, the sum of the expected squared errors of its ratings. Each error is divided by the
 * noise of the other side's row.
 */
function updateSide(model: Vbmf, side: Side, ratings: Sparse, other: Side): Float64Array {
  const { factors, centre } = model;
  const d = factors + 1;
  const length = packedLength(d);
  const last = (factors * d) / 2;
  const { moment, linear, square } = moments(other, factors);
  const errors = new Float64Array(side.rows);
  const gram = new Float64Array(length);
  const a = new Float64Array(length);
  const h = new Float64Array(d);
  const x = new Float64Array(d);

  for (let r = 0; r < side.rows; r++) {
    gram.fill(0);
    h.fill(0);
    let error = 0;
    for (let k = ratings.offsets[r]; k < ratings.offsets[r + 1]; k++) {
      const o = ratings.columns[k];
      const y = ratings.values[k] - centre;
      const at = o * length;
      const lin = o * d;
      for (let i = 0; i < length; i++) gram[i] += moment[at + i];
      for (let i = 0; i < d; i++) h[i] += moment[at + last + i] * y - linear[lin + i];
      error += moment[at + last + factors] * y * y - 2 * y * linear[lin + factors] + square[o];
    }
    const w = 1 / side.noise[r];
    const m = r * d;
    for (let i = 0; i < length; i++) a[i] = w * gram[i];
    for (let i = 0; i < d; i++) x[i] = w * h[i];
    addPrior(side, r, a, x);
    factorise(a, d);
    solve(a, d, x);
    const covariance = invert(a, d);
    side.covariance.set(covariance, r * length);
    side.mean.set(x, m);
    for (let i = 0; i < d; i++) {
      const row = (i * (i + 1)) / 2;
      error -= 2 * x[i] * h[i];
      for (let j = 0; j < i; j++) error += 2 * gram[row + j] * (x[i] * x[j] + covariance[row + j]);
      error += gram[row + i] * (x[i] * x[i] + covariance[row + i]);
    }
    errors[r] = Math.max(0, error);
  }
  return errors;
}

/** Adds the prior of row `r` to the precision `a` (packed) and to precision × mean `x`. */
function addPrior(side: Side, r: number, a: Float64Array, x: Float64Array): void {
  const d = x.length;
  const { precision } = side;
  const mean = side.prior.mean;
  const m = r * d;
  for (let i = 0; i < d; i++) {
    a[(i * (i + 1)) / 2 + i] += precision[i];
    x[i] += precision[i] * mean[m + i];
  }
}

/**
 * Computes packed `E[a aᵀ]`, `E[a·bias]` and `E[bias²]` for each row, with `a = [factors, 1]`. All three are
 * divided by the row's noise.
 */
function moments(side: Side, factors: number): Moments {
  const d = factors + 1;
  const length = packedLength(d);
  const last = (factors * d) / 2;
  const { moment, linear, square } = side.moments;
  for (let r = 0; r < side.rows; r++) {
    const w = 1 / side.noise[r];
    const m = r * d;
    const p = r * length;
    const bias = side.mean[m + factors];
    for (let i = 0; i < factors; i++) {
      const row = p + (i * (i + 1)) / 2;
      const x = side.mean[m + i];
      for (let j = 0; j <= i; j++) moment[row + j] = w * (x * side.mean[m + j] + side.covariance[row + j]);
      moment[p + last + i] = w * x;
      linear[m + i] = w * (x * bias + side.covariance[p + last + i]);
    }
    moment[p + last + factors] = w;
    linear[m + factors] = w * bias;
    square[r] = w * (bias * bias + side.covariance[p + last + factors]);
  }
  return side.moments;
}

/**
 * Updates prior means from features, then prior precisions from the deviations of the rows from these means.
 */
function updatePrior(side: Side, factors: number): void {
  const d = factors + 1;
  const length = packedLength(d);
  updateFeaturePrior(side.prior, side.mean, side.precision);
  const unsure = priorUncertainty(side.prior);
  for (let i = 0; i < d; i++) {
    const diagonal = (i * (i + 1)) / 2 + i;
    let energy = unsure[i] * side.rows;
    for (let r = 0; r < side.rows; r++) {
      const e = side.mean[r * d + i] - side.prior.mean[r * d + i];
      energy += e * e + side.covariance[r * length + diagonal];
    }
    side.precision[i] = (side.rows + 1) / (energy + 1e-3);
  }
}

function updateNoise(side: Side, ratings: Sparse, errors: Float64Array, shared: number): void {
  for (let r = 0; r < side.rows; r++) {
    const n = ratings.offsets[r + 1] - ratings.offsets[r];
    side.noise[r] = Math.max(LEAST_NOISE, (errors[r] + NOISE_STRENGTH * shared) / (n + NOISE_STRENGTH));
  }
}

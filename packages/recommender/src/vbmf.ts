import { type FeaturePrior, featurePrior, priorUncertainty, updateFeaturePrior } from './feature-prior.ts';
import { factorise, invert, packedLength, solve } from './packed.ts';
import type { Random } from './random.ts';
import { type Sparse, transpose } from './sparse.ts';

/** One side's posterior: per row a mean of D = K + 1 numbers (factors, then bias) and a packed covariance. */
export interface Side {
  readonly rows: number;
  readonly mean: Float32Array;
  readonly covariance: Float32Array;
  readonly prior: FeaturePrior;
  /** Prior precision per dimension. */
  readonly precision: Float64Array;
}

export interface Vbmf {
  readonly factors: number;
  readonly users: Side;
  readonly items: Side;
  readonly ratings: Sparse;
  readonly byItem: Sparse;
  centre: number;
  noise: number;
  /** Noise variance of each user. */
  readonly userNoise: Float64Array;
}

export interface Features {
  readonly matrix: Sparse;
  readonly group: Uint8Array;
}

export const INIT = { c: 0.2, q: 0.1 };
export function createVbmf(
  ratings: Sparse,
  factors: number,
  userFeatures: Features,
  itemFeatures: Features,
  random: Random,
): Vbmf {
  const d = factors + 1;
  let sum = 0;
  let square = 0;
  const count = ratings.offsets[ratings.rows];
  for (let k = 0; k < count; k++) {
    sum += ratings.values[k];
    square += ratings.values[k] ** 2;
  }
  const centre = sum / count;
  const variance = square / count - centre * centre;
  const side = (rows: number, features: Features): Side => {
    const mean = new Float32Array(rows * d);
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < factors; c++) mean[r * d + c] = random.normal() * INIT.q;
    const precision = new Float64Array(d).fill(Math.sqrt(factors / (INIT.c * variance)));
    precision[factors] = 4 / variance;
    return {
      rows,
      mean,
      covariance: new Float32Array(rows * packedLength(d)),
      prior: featurePrior(features.matrix, features.group, d, 10 * Math.sqrt(factors / (INIT.c * variance))),
      precision,
    };
  };
  return {
    factors,
    users: side(ratings.rows, userFeatures),
    items: side(ratings.columnCount, itemFeatures),
    ratings,
    byItem: transpose(ratings),
    centre,
    noise: variance * 0.6,
    userNoise: new Float64Array(ratings.rows).fill(variance * 0.6),
  };
}

export interface Moments {
  moment: Float32Array;
  linear: Float32Array;
  square: Float32Array;
}

/** Per row of a side: E[a aᵀ] packed, E[a·bias] and E[bias²], with a = [factors, 1]. */
export function moments(side: Side, factors: number): Moments {
  const d = factors + 1;
  const length = packedLength(d);
  const moment = new Float32Array(side.rows * length);
  const linear = new Float32Array(side.rows * d);
  const square = new Float32Array(side.rows);
  const last = (factors * d) / 2;
  for (let r = 0; r < side.rows; r++) {
    const m = r * d;
    const p = r * length;
    const bias = side.mean[m + factors];
    for (let i = 0; i < factors; i++) {
      const row = p + (i * (i + 1)) / 2;
      const x = side.mean[m + i];
      for (let j = 0; j <= i; j++) moment[row + j] = x * side.mean[m + j] + side.covariance[row + j];
      moment[p + last + i] = x;
      linear[m + i] = x * bias + side.covariance[p + last + i];
    }
    moment[p + last + factors] = 1;
    linear[m + factors] = bias;
    square[r] = bias * bias + side.covariance[p + last + factors];
  }
  return { moment, linear, square };
}

/** Updates one side's posteriors given the other's moments; returns expected squared error per row. */
export function updateSide(
  side: Side,
  ratings: Sparse,
  other: Side,
  model: Vbmf,
  weightOf: (row: number, column: number) => number,
  perEntry: boolean,
  sse: Float64Array | null,
  own: Float64Array,
): void {
  const { factors, centre } = model;
  const d = factors + 1;
  const length = packedLength(d);
  const { moment, linear, square } = moments(other, factors);
  const a = new Float64Array(length);
  const g = new Float64Array(length);
  const cov = new Float64Array(length);
  const scratch = new Float64Array(length);
  const h = new Float64Array(d);
  const x = new Float64Array(d);
  for (let r = 0; r < side.rows; r++) {
    g.fill(0);
    h.fill(0);
    let constant = 0;
    const w0 = side === model.users ? 1 / model.userNoise[r] : 1 / own[r];
    for (let k = ratings.offsets[r]; k < ratings.offsets[r + 1]; k++) {
      const o = ratings.columns[k];
      const y = ratings.values[k] - centre;
      const at = o * length;
      const lin = o * d;
      if (perEntry) {
        const w = weightOf(r, o);
        for (let i = 0; i < length; i++) g[i] += w * moment[at + i];
        for (let i = 0; i < factors; i++) h[i] += w * (other.mean[lin + i] * y - linear[lin + i]);
        h[factors] += w * (y - linear[lin + factors]);
        constant += w * (y * y - 2 * y * linear[lin + factors] + square[o]);
      } else {
        for (let i = 0; i < length; i++) g[i] += moment[at + i];
        for (let i = 0; i < factors; i++) h[i] += other.mean[lin + i] * y - linear[lin + i];
        h[factors] += y - linear[lin + factors];
        constant += y * y - 2 * y * linear[lin + factors] + square[o];
      }
    }
    const m = r * d;
    for (let i = 0; i < length; i++) a[i] = w0 * g[i];
    for (let i = 0; i < d; i++) {
      a[(i * (i + 1)) / 2 + i] += side.precision[i];
      x[i] = w0 * h[i] + side.precision[i] * side.prior.mean[m + i];
    }
    factorise(a, d);
    solve(a, d, x);
    invert(a, d, cov, scratch);
    const c = r * length;
    for (let i = 0; i < length; i++) side.covariance[c + i] = cov[i];
    for (let i = 0; i < d; i++) side.mean[m + i] = x[i];
    if (sse) {
      let trace = 0;
      for (let i = 0; i < d; i++) {
        const row = (i * (i + 1)) / 2;
        for (let j = 0; j < i; j++) trace += 2 * g[row + j] * (x[i] * x[j] + cov[row + j]);
        trace += g[row + i] * (x[i] * x[i] + cov[row + i]);
        constant -= 2 * x[i] * h[i];
      }
      sse[r] = Math.max(0, constant + trace);
    }
  }
}

export function updateHyper(side: Side, factors: number): void {
  const d = factors + 1;
  const length = packedLength(d);
  updateFeaturePrior(side.prior, side.mean, side.precision);
  const extra = priorUncertainty(side.prior);
  for (let i = 0; i < d; i++) {
    let energy = 0;
    const diag = (i * (i + 1)) / 2 + i;
    for (let r = 0; r < side.rows; r++) {
      const e = side.mean[r * d + i] - side.prior.mean[r * d + i];
      energy += e * e + side.covariance[r * length + diag];
    }
    side.precision[i] = (side.rows + 1) / (energy + extra[i] * side.rows + 1e-3);
  }
}

export const ITEMNOISE = { k: 0 };
const inoise = new WeakMap<Vbmf, Float64Array>();
export function sweep(model: Vbmf, options: { hyper: boolean; heteroscedastic: number }): void {
  const sse = new Float64Array(model.users.rows);
  const n = model.ratings;
  let t = inoise.get(model);
  if (!t) {
    t = new Float64Array(model.items.rows).fill(1);
    inoise.set(model, t);
  }
  const un = model.userNoise;
  updateSide(model.users, n, model.items, model, (_u, i) => 1 / t[i], true, sse, t);
  if (options.hyper) {
    updateHyper(model.users, model.factors);
    let total = 0;
    for (let u = 0; u < sse.length; u++) total += sse[u];
    model.noise = total / n.columns.length;
    const strength = options.heteroscedastic;
    for (let u = 0; u < sse.length; u++) {
      const c = n.offsets[u + 1] - n.offsets[u];
      un[u] = (sse[u] + strength * model.noise) / (c + strength);
    }
  }
  const ie = new Float64Array(model.items.rows);
  updateSide(model.items, model.byItem, model.users, model, (_i, u) => 1 / un[u], true, ie, t);
  if (options.hyper) {
    updateHyper(model.items, model.factors);
    if (ITEMNOISE.k > 0)
      for (let i = 0; i < t.length; i++) {
        const c = model.byItem.offsets[i + 1] - model.byItem.offsets[i];
        t[i] = (ie[i] + ITEMNOISE.k) / (c + ITEMNOISE.k);
      }
  }
}

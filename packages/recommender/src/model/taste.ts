import { dot, dotRows } from '../math/dot.ts';
import {
  addOuter,
  backward,
  factorise,
  forward,
  invert,
  packedLength,
  quadraticForm,
  traceOfProduct,
} from '../math/packed.ts';

/**
 * The space in which a rating is `centre + item bias + a·û + noise`. The vectors `a = [item factors, 1]` and
 * `û = [user factors, user bias]` are Gaussian, so an uncertain title moves û less.
 */
export interface TasteSpace {
  /** Number of titles. */
  readonly size: number;
  readonly factors: number;
  /** Item factors followed by the item bias. Shape: size × (factors + 1). */
  readonly items: Float32Array;
  /** The row of `covariance` for each title. The matrix in row 0 is diagonal, for titles without ratings. */
  readonly covarianceOf: Int32Array;
  /** Packed covariances over [factors, bias]; empty rows are not stored. */
  readonly covariance: Float32Array;
  /** Factor for the noise level of each title's ratings. An average title has about 1. */
  readonly itemNoise: Float32Array;
  readonly centre: number;
  readonly noise: number;
  /**
   * The shared noise level counts as this number of ratings in the noise level of a user. With Infinity,
   * every user has the shared level.
   */
  readonly noiseStrength: number;
  /** Prior mean and diagonal prior precision of a user. Each array has factors + 1 entries. */
  readonly priorMean: Float64Array;
  readonly precision: Float64Array;
  /**
   * Candidate factors for the prior variance of a user's taste (not of the user's bias), with log prior
   * probabilities. Each user gets the most probable factor.
   */
  readonly scales?: readonly { readonly variance: number; readonly logPrior: number }[];
  /**
   * How far a rating of each title shifts the user's prior mean, times √(number of the user's ratings).
   * Shape: size × (factors + 1).
   */
  readonly implicit: Float32Array | null;
  /** How the number of ratings shifts a user's prior mean: the shift is weight × (ln count − mean). */
  readonly activity: { readonly weight: Float64Array; readonly mean: number } | null;
}

/** An observation of a user that is not a rating: `vector`·û ≈ `value` with noise of variance `variance`. */
export interface Hint {
  /** Has factors + 1 entries. */
  readonly vector: Float64Array;
  readonly value: number;
  readonly variance: number;
}

/** A folded-in user: û ~ N(mean, covariance). */
export interface Taste {
  readonly mean: Float64Array;
  /** Packed, see `packedLength`. In single precision, because it is the largest part of a taste. */
  readonly covariance: Float32Array;
  /** The prior mean of a user without signals. */
  readonly start: Float64Array;
  /** The prior mean given the set of rated titles. */
  readonly prior: Float64Array;
  readonly noise: number;
  /** The factor that was chosen from `TasteSpace.scales` for the user's prior variance. 1 without scales. */
  readonly variance: number;
}

/** The sums over a user's ratings that the posterior needs, for folds with different hints. */
export interface RatingSums {
  readonly count: number;
  /** `Σ (a aᵀ + C)`, packed. */
  readonly gram: Float64Array;
  /** `Σ (a y − E[a b])`. */
  readonly h: Float64Array;
  /** `Σ E[(y − b)²]`. */
  readonly square: number;
  /** The prior mean given the set of rated titles. */
  readonly prior: Float64Array;
}

/**
 * Returns the vector `a = [item factors, 1]` of a title.
 * @param out the array to fill, for callers that need the vectors of many titles one after the other.
 */
export function vectorOf(
  { factors, items }: TasteSpace,
  item: number,
  out: Float64Array = new Float64Array(factors + 1),
): Float64Array {
  for (let i = 0; i < factors; i++) out[i] = items[item * (factors + 1) + i];
  out[factors] = 1;
  return out;
}

/** Returns a·x for the vector `a` of a title. */
export function along({ factors, items }: TasteSpace, item: number, x: Float64Array): number {
  const at = item * (factors + 1);
  let sum = x[factors];
  for (let i = 0; i < factors; i++) sum += items[at + i] * x[i];
  return sum;
}

/**
 * Sums over the ratings of a user. Every term is divided by the noise of its title.
 * @param rated sorted, so that equal sets of ratings give bit-equal results.
 * @param weights how much each rating counts; 1 without.
 */
export function sumRatings(
  space: TasteSpace,
  rated: Int32Array,
  ratings: Float32Array,
  weights?: Float32Array,
): RatingSums {
  const { factors, items, covarianceOf, covariance, centre } = space;
  const d = factors + 1;
  const length = packedLength(d);
  // The last row of a covariance C has those with the bias.
  const last = packedLength(factors);
  const gram = new Float64Array(length);
  const h = new Float64Array(d);
  let square = 0;
  /** The weights of all titles without ratings, which share the covariance in row 0. */
  let unrated = 0;
  const addCovariance = (row: number, w: number): void => {
    const c = row * length;
    for (let i = 0; i < last; i++) gram[i] += w * covariance[c + i];
    for (let i = 0; i < factors; i++) h[i] -= w * covariance[c + last + i];
    square += w * covariance[c + last + factors];
  };
  rated.forEach((item, n) => {
    const w = (weights?.[n] ?? 1) / space.itemNoise[item];
    const a = vectorOf(space, item);
    const y = ratings[n] - centre - items[item * d + factors];
    addOuter(gram, a, w);
    for (let i = 0; i < d; i++) h[i] += w * a[i] * y;
    square += w * y * y;
    if (covarianceOf[item] === 0) unrated += w;
    else addCovariance(covarianceOf[item], w);
  });
  addCovariance(0, unrated);
  return { count: rated.length, gram, h, square, prior: impliedMean(space, rated) };
}

/**
 * Computes the exact posterior of a user in closed form. The first pass estimates the user's noise level for
 * the second pass.
 */
export function foldTaste(space: TasteSpace, sums: RatingSums, hints: readonly Hint[]): Taste {
  const { count, prior } = sums;
  const given = { sums, ...sumHints(space, hints) };
  const { precision, variance, posterior } = likeliestScale(space, given);
  const common = { start: space.priorMean, prior, variance };
  const { mean } = posterior;
  const covariance = invert(posterior.factor, mean.length);
  if (count === 0 || !Number.isFinite(space.noiseStrength))
    return { mean, covariance: Float32Array.from(covariance), noise: space.noise, ...common };
  const error = squaredError(sums, mean, covariance);
  const noise = (error + space.noiseStrength * space.noise) / (count + space.noiseStrength);
  const own = condition(given, precision, noise);
  return { mean: own.mean, covariance: Float32Array.from(invert(own.factor, mean.length)), noise, ...common };
}

/**
 * Returns the mean of a user of whom more is known than ratings: a list entry says what they want to see, but not how they
 * rate, so noise and scale stay those of `taste`.
 * @param hints all of them, those of `taste` included.
 */
export function meanWithHints(
  space: TasteSpace,
  sums: RatingSums,
  hints: readonly Hint[],
  { variance, noise }: Taste,
): Float64Array {
  return condition({ sums, ...sumHints(space, hints) }, precisionOf(space, variance), noise).mean;
}

/** The evidence of a user. The sums of the hints do not depend on the noise of ratings. */
interface Given {
  readonly sums: RatingSums;
  readonly hintGram: Float64Array;
  readonly hintRight: Float64Array;
}

interface Posterior {
  readonly mean: Float64Array;
  /** The packed Cholesky factor L of the precision. */
  readonly factor: Float64Array;
  /** The log probability of the ratings plus a constant that is independent of the prior precision. */
  readonly evidence: number;
}

function condition(
  { sums: { gram, h, prior }, hintGram, hintRight }: Given,
  precision: Float64Array,
  noise: number,
): Posterior {
  const d = precision.length;
  const factor = gram.map((x, i) => x / noise + hintGram[i]);
  const mean = h.map((x, i) => x / noise + precision[i] * prior[i] + hintRight[i]);
  for (let i = 0; i < d; i++) factor[(i * (i + 3)) / 2] += precision[i];
  factorise(factor, d);
  forward(factor, d, mean);
  let evidence = 0;
  for (let i = 0; i < d; i++) {
    const pivot = factor[(i * (i + 3)) / 2];
    evidence += 0.5 * (mean[i] ** 2 - precision[i] * prior[i] ** 2 + Math.log(precision[i] / pivot ** 2));
  }
  backward(factor, d, mean);
  return { mean, factor, evidence };
}

const precisionOf = ({ precision, factors }: TasteSpace, variance: number): Float64Array =>
  precision.map((p, i) => (i < factors ? p / variance : p));

/**
 * Returns the factor of `scales` that is most probable for a user, with its prior precision and the posterior at
 * the shared noise level.
 */
function likeliestScale(
  space: TasteSpace,
  given: Given,
): { precision: Float64Array; variance: number; posterior: Posterior } {
  const { scales = [{ variance: 1, logPrior: 0 }], noise } = space;
  const [first, ...others] = scales.map(({ variance, logPrior }) => {
    const precision = precisionOf(space, variance);
    const posterior = condition(given, precision, noise);
    return { precision, variance, posterior, score: posterior.evidence + logPrior };
  });
  return others.reduce((best, one) => (one.score > best.score ? one : best), first);
}

/**
 * Returns the prior mean of a user given the set of rated titles (SVD++: Koren, "Factorization meets the
 * neighborhood", 2008).
 */
export function impliedMean(space: TasteSpace, rated: Int32Array): Float64Array {
  const d = space.factors + 1;
  const n = rated.length;
  if (n === 0 || (space.implicit === null && space.activity === null)) return space.priorMean;
  const mean = space.priorMean.slice();
  if (space.implicit) {
    const share = 1 / Math.sqrt(n);
    for (let k = 0; k < n; k++) {
      const at = rated[k] * d;
      for (let i = 0; i < d; i++) mean[i] += share * space.implicit[at + i];
    }
  }
  if (space.activity) {
    const x = Math.log(n) - space.activity.mean;
    for (let i = 0; i < d; i++) mean[i] += x * space.activity.weight[i];
  }
  return mean;
}

function sumHints(
  { factors }: TasteSpace,
  hints: readonly Hint[],
): { hintGram: Float64Array; hintRight: Float64Array } {
  const hintGram = new Float64Array(packedLength(factors + 1));
  const hintRight = new Float64Array(factors + 1);
  for (const { vector, value, variance } of hints) {
    addOuter(hintGram, vector, 1 / variance);
    vector.forEach((x, i) => {
      hintRight[i] += (x * value) / variance;
    });
  }
  return { hintGram, hintRight };
}

/**
 * Returns the expected squared error of the ratings under the posterior:
 * `square − 2 m·h + mᵀ gram m + tr(gram · covariance)`.
 */
function squaredError({ gram, h, square }: RatingSums, mean: Float64Array, covariance: Float64Array): number {
  const error = square - 2 * dot(mean, h) + quadraticForm(gram, mean);
  return Math.max(0, error + traceOfProduct(gram, covariance, mean.length));
}

/**
 * Returns a function that folds a user in and predicts the user's rating of every column of a rating table.
 * The predictions are in points, without centre and biases.
 * @param titles the catalogue index of each column, rising.
 */
export function tasteOfColumns(
  space: TasteSpace,
  titles: Int32Array,
): (user: { readonly titles: Int32Array; readonly ratings: Float32Array }) => Float32Array {
  return (user) => {
    const rated = user.titles.map((column) => titles[column]);
    const { mean } = foldTaste(space, sumRatings(space, rated, user.ratings), []);
    const all = dotRows(space.items, space.factors + 1, mean.subarray(0, space.factors));
    return Float32Array.from(titles, (item) => all[item]);
  };
}

/** Returns the predicted mean of one title, not clipped to 0–10: centre + bias + a·û. */
export const predictedMean = (space: TasteSpace, mean: Float64Array, item: number): number =>
  space.centre + space.items[item * (space.factors + 1) + space.factors] + along(space, item, mean);

/**
 * Returns a function that gives the variance of a rating of a title: user uncertainty + title uncertainty + noise.
 * Leaves out tr(C Cov(û)), the product of both uncertainties, which is 1 to 4 % of the sum.
 */
export function predictedVariance(space: TasteSpace, taste: Taste): (item: number) => number {
  const { factors, covarianceOf, itemNoise } = space;
  const withOne = taste.mean.slice();
  withOne[factors] = 1;
  const titleVariance = (row: number): number =>
    quadraticForm(space.covariance, withOne, row * packedLength(factors + 1));
  // Titles without ratings share their covariance.
  const unrated = titleVariance(0);
  const vector = new Float64Array(factors + 1);
  return (item) =>
    userVariance(space, taste.covariance, item, vector) +
    (covarianceOf[item] === 0 ? unrated : titleVariance(covarianceOf[item])) +
    taste.noise * itemNoise[item];
}

/**
 * Returns aᵀ Cov(û) a, the part of the prediction's variance that comes from the user's factor.
 * @param covariance see `Taste.covariance`.
 * @param vector the array for the vector of the title, see `vectorOf`.
 */
export const userVariance = (
  space: TasteSpace,
  covariance: Float32Array,
  item: number,
  vector?: Float64Array,
): number => quadraticForm(covariance, vectorOf(space, item, vector));

import { dotRows } from '../math/dot-rows.ts';
import { backward, factorise, forward, invert, packedLength, solve } from '../math/packed.ts';
import { entries, places, read, readVector } from './title-vectors.ts';

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
  /** The entries after the last one are 0. A number stands for the factors of that title. */
  readonly vector: Float64Array | number;
  readonly value: number;
  readonly variance: number;
}

/** A folded-in user: û ~ N(mean, (L Lᵀ)⁻¹). */
export interface Taste {
  readonly mean: Float64Array;
  /** Packed Cholesky factor of the posterior precision. */
  readonly factor: Float64Array;
  /** The prior mean of a user without signals. */
  readonly start: Float64Array;
  /** The prior mean given the set of rated titles. */
  readonly prior: Float64Array;
  readonly noise: number;
  /** The factor that was chosen from `TasteSpace.scales` for the user's prior variance. 1 without scales. */
  readonly variance: number;
}

/**
 * The sums over a user's ratings that the posterior needs, for folds with different hints. The next `sumRatings` for the
 * same space overwrites them.
 */
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
 * Returns sums that the next call for the same space overwrites.
 * @param rated sorted, so that equal sets of ratings give bit-equal results.
 */
export function sumRatings(space: TasteSpace, rated: Int32Array, ratings: Float32Array): RatingSums {
  const { gram, h } = scratchOf(space);
  gram.fill(0);
  h.fill(0);
  const square = gather(space, rated, ratings, gram, h);
  return { count: rated.length, gram, h, square, prior: impliedMean(space, rated) };
}

/**
 * Computes the exact posterior of a user in closed form. The first pass estimates the user's noise level for
 * the second pass.
 */
export function foldTaste(space: TasteSpace, sums: RatingSums, hints: readonly Hint[]): Taste {
  const d = space.factors + 1;
  const { count, prior } = sums;
  const given: Given = { sums, ...sumHints(space, hints) };
  const { precision, variance, posterior: likeliest } = likeliestScale(space, given);
  const common = { start: space.priorMean, prior, variance };
  const mean = meanOf(likeliest);
  if (count === 0 || !Number.isFinite(space.noiseStrength))
    return { mean, factor: likeliest.factor.slice(), noise: space.noise, ...common };
  const sse = squaredError(sums, mean, likeliest.factor, scratchOf(space).column);
  const noise = (sse + space.noiseStrength * space.noise) / (count + space.noiseStrength);
  const own = emptyPosterior(d);
  condition(given, precision, noise, own);
  return { mean: meanOf(own), factor: own.factor, noise, ...common };
}

/** The evidence of a user. The sums of the hints do not depend on the noise of ratings. */
interface Given {
  readonly sums: RatingSums;
  readonly hintGram: Float64Array;
  readonly hintRight: Float64Array;
}

interface Posterior {
  /** L⁻¹ b, where L is `factor` and the mean is (L Lᵀ)⁻¹ b. */
  readonly half: Float64Array;
  readonly factor: Float64Array;
}

const emptyPosterior = (d: number): Posterior => ({
  half: new Float64Array(d),
  factor: new Float64Array(packedLength(d)),
});

/** The number of terms whose product is far from the limits of a number. */
const LOGGED = 8;

/**
 * Writes the posterior.
 * @returns the log probability of the ratings plus a constant that is independent of the precision.
 */
function condition(
  { sums: { gram, h, prior }, hintGram, hintRight }: Given,
  precision: Float64Array,
  noise: number,
  { half, factor }: Posterior,
): number {
  const d = precision.length;
  const w = 1 / noise;
  for (let i = 0; i < factor.length; i++) factor[i] = w * gram[i] + hintGram[i];
  for (let i = 0; i < d; i++) {
    factor[(i * (i + 3)) / 2] += precision[i];
    half[i] = w * h[i] + precision[i] * prior[i] + hintRight[i];
  }
  factorise(factor, d);
  forward(factor, d, half);
  let evidence = 0;
  // The logarithm of the product of some terms, because a logarithm takes longer than they do.
  let product = 1;
  for (let i = 0; i < d; i++) {
    evidence += 0.5 * (half[i] * half[i] - precision[i] * prior[i] * prior[i]);
    const pivot = factor[(i * (i + 3)) / 2];
    product *= precision[i] / (pivot * pivot);
    if (i % LOGGED !== LOGGED - 1 && i !== d - 1) continue;
    evidence += 0.5 * Math.log(product);
    product = 1;
  }
  return evidence;
}

/** Returns the mean, which only the posterior that is used needs. */
function meanOf({ half, factor }: Posterior): Float64Array {
  const mean = half.slice();
  backward(factor, mean.length, mean);
  return mean;
}

/** What all folds into a space share. Making arrays takes longer than filling them. */
interface Scratch {
  /** The candidates for the prior variance. Every fold overwrites all other fields. */
  readonly scales: readonly { variance: number; logPrior: number; precision: Float64Array }[];
  /** The likeliest posterior and the one that is computed. */
  readonly posteriors: readonly [Posterior, Posterior];
  /** See `RatingSums`. */
  readonly gram: Float64Array;
  readonly h: Float64Array;
  /** See `Given`. */
  readonly hintGram: Float64Array;
  readonly hintRight: Float64Array;
  /** A column of a matrix. */
  readonly column: Float64Array;
}

const scratches = new WeakMap<TasteSpace, Scratch>();

function scratchOf(space: TasteSpace): Scratch {
  const known = scratches.get(space);
  if (known) return known;
  const { scales = [{ variance: 1, logPrior: 0 }], precision, factors } = space;
  const d = factors + 1;
  const made: Scratch = {
    scales: scales.map(({ variance, logPrior }) => ({
      variance,
      logPrior,
      precision: precision.map((p, i) => (i < factors ? p / variance : p)),
    })),
    posteriors: [emptyPosterior(d), emptyPosterior(d)],
    gram: new Float64Array(packedLength(d)),
    h: new Float64Array(d),
    hintGram: new Float64Array(packedLength(d)),
    hintRight: new Float64Array(d),
    column: new Float64Array(d),
  };
  scratches.set(space, made);
  return made;
}

/**
 * Returns the factor of `scales` that is most probable for a user, with its prior precision and the posterior at
 * the shared noise level, which the next call overwrites.
 */
function likeliestScale(
  space: TasteSpace,
  given: Given,
): { precision: Float64Array; variance: number; posterior: Posterior } {
  const { scales, posteriors } = scratchOf(space);
  let [likeliest, free] = posteriors;
  let [best] = scales;
  const scoreOf = ({ precision, logPrior }: typeof best, out: Posterior): number =>
    condition(given, precision, space.noise, out) + logPrior;
  let most = scoreOf(best, likeliest);
  for (const scale of scales.slice(1)) {
    const score = scoreOf(scale, free);
    if (!(score > most)) continue;
    most = score;
    best = scale;
    [likeliest, free] = [free, likeliest];
  }
  return { precision: best.precision, variance: best.variance, posterior: likeliest };
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

/**
 * Adds `Σ (a aᵀ + C)` to `gram` and `Σ (a y − E[a b])` to `h`. Every term is divided by the noise of its
 * title.
 * @returns `Σ E[(y − b)²]`, divided in the same way.
 */
function gather(
  space: TasteSpace,
  rated: Int32Array,
  ratings: Float32Array,
  gram: Float64Array,
  h: Float64Array,
): number {
  const { factors, items, covarianceOf, covariance, centre } = space;
  const d = factors + 1;
  const length = packedLength(d);
  const last = (factors * d) / 2;
  let square = 0;
  let uncertain = 0;
  for (let n = 0; n < rated.length; n++) {
    const item = rated[n];
    const w = 1 / space.itemNoise[item];
    const y = ratings[n] - centre - items[item * d + factors];
    const c = covarianceOf[item] * length;
    addOuter(read(space, item), w, y, gram, h);
    square += w * (y * y + covariance[c + last + factors]);
    if (c === 0) {
      uncertain += w;
      continue;
    }
    for (let i = 0; i < last; i++) gram[i] += w * covariance[c + i];
    for (let i = 0; i < factors; i++) h[i] -= w * covariance[c + last + i];
  }
  // The diagonal matrix in row 0, once for all its titles.
  for (let i = 0; i < factors; i++) gram[(i * (i + 3)) / 2] += uncertain * covariance[(i * (i + 3)) / 2];
  return square;
}

/** Adds `weight · a aᵀ` to `gram` and `weight · value · a` to `h`, for the vector `a` of `count` entries. */
function addOuter(count: number, weight: number, value: number, gram: Float64Array, h: Float64Array): void {
  // The vector of a genre has no zeros, so its entries need no places.
  const isDense = count > 0 && places[count - 1] === count - 1;
  for (let k = 0; k < count; k++) {
    const i = places[k];
    const x = weight * entries[k];
    const row = (i * (i + 1)) / 2;
    if (isDense) for (let l = 0; l <= k; l++) gram[row + l] += x * entries[l];
    else for (let l = 0; l <= k; l++) gram[row + places[l]] += x * entries[l];
    h[i] += x * value;
  }
}

function sumHints(
  space: TasteSpace,
  hints: readonly Hint[],
): { hintGram: Float64Array; hintRight: Float64Array } {
  const { hintGram, hintRight } = scratchOf(space);
  hintGram.fill(0);
  hintRight.fill(0);
  for (const { vector, value, variance } of hints) {
    // Without the bias, which `read` puts last.
    const count = typeof vector === 'number' ? read(space, vector) - 1 : readVector(vector, 0, vector.length);
    addOuter(count, 1 / variance, value, hintGram, hintRight);
  }
  return { hintGram, hintRight };
}

/**
 * Returns the expected squared error of the ratings under the posterior:
 * `square − 2 m·h + tr(gram (m mᵀ + A⁻¹))`. Overwrites `column`.
 */
function squaredError(
  { gram, h, square }: RatingSums,
  mean: Float64Array,
  factor: Float64Array,
  column: Float64Array,
): number {
  const d = mean.length;
  let total = square;
  for (let i = 0; i < d; i++) {
    const row = (i * (i + 1)) / 2;
    total -= 2 * mean[i] * h[i];
    for (let j = 0; j < i; j++) total += 2 * gram[row + j] * mean[i] * mean[j];
    total += gram[row + i] * mean[i] * mean[i];
    // Adds entry i of A⁻¹ gram e_i, so that the sum over i is tr(gram A⁻¹).
    for (let j = 0; j < d; j++) column[j] = j <= i ? gram[row + j] : gram[(j * (j + 1)) / 2 + i];
    solve(factor, d, column);
    total += column[i];
  }
  return Math.max(0, total);
}

/**
 * Returns a function that folds a user in and predicts the user's rating of every column of a rating table.
 * The predictions are in points, without centre and biases.
 * @param titles the catalogue index of each column, rising.
 */
export function tasteOfColumns(
  space: TasteSpace,
  titles: Int32Array,
): (user: { readonly titles: Int32Array; readonly ratings: Float32Array }, out: Float32Array) => void {
  const all = new Float32Array(space.size);
  return (user, out) => {
    const rated = user.titles.map((column) => titles[column]);
    const own = Float32Array.from(foldTaste(space, sumRatings(space, rated, user.ratings), []).mean);
    dotRows(space.items, space.factors + 1, space.factors, own, space.size, all);
    titles.forEach((item, column) => {
      out[column] = all[item];
    });
  };
}

/** Returns the predicted mean of one title, not clipped to 0–10. */
export function predictedMean(space: TasteSpace, mean: Float64Array, item: number): number {
  return meanOfRead(space, mean, item, read(space, item));
}

/** Returns the predicted mean of the title that was read last, whose vector has `count` entries. */
function meanOfRead(
  { factors, items, centre }: TasteSpace,
  mean: Float64Array,
  item: number,
  count: number,
): number {
  let sum = centre + items[item * (factors + 1) + factors];
  for (let k = 0; k < count; k++) sum += entries[k] * mean[places[k]];
  return sum;
}

/**
 * Predicts many titles: `mean[i]`, not clipped to 0–10, and `variance[i]` of a rating around it belong to `items[i]`.
 * @param covariance see `userVariance`.
 */
export function predictRatings(
  space: TasteSpace,
  taste: Taste,
  items: ArrayLike<number>,
  covariance: Float64Array | null,
  mean: Float64Array,
  variance: Float64Array,
): void {
  const { covarianceOf, itemNoise } = space;
  // Titles without ratings share their covariance.
  const shared = titleVariance(space, taste, 0);
  for (let n = 0; n < items.length; n++) {
    const item = items[n];
    const count = read(space, item);
    mean[n] = meanOfRead(space, taste.mean, item, count);
    variance[n] =
      varianceOf(taste, count, covariance) +
      (covarianceOf[item] === 0 ? shared : titleVariance(space, taste, covarianceOf[item])) +
      taste.noise * itemNoise[item];
  }
}

/**
 * Writes the packed covariance of û, which makes many predictions for one user cheaper than `Taste.factor`.
 * `scratch` needs as many entries.
 */
export function posteriorCovariance(
  { factor, mean: { length: d } }: Taste,
  out: Float64Array,
  scratch: Float64Array,
): void {
  invert(factor, d, out, scratch);
}

/**
 * Returns the variance of a rating of one title: user uncertainty + title uncertainty + noise. Leaves out
 * tr(C Cov(û)), the product of both uncertainties, which is 1 to 4 % of the sum.
 * @param covariance the result of `posteriorCovariance`.
 */
export function predictedVariance(
  space: TasteSpace,
  taste: Taste,
  item: number,
  covariance: Float64Array | null = null,
): number {
  return (
    userVariance(space, taste, item, covariance) +
    titleVariance(space, taste, space.covarianceOf[item]) +
    taste.noise * space.itemNoise[item]
  );
}

/** Returns aᵀ Cov(û) a, the part of the prediction's variance that comes from the user's factor. */
export function userVariance(
  space: TasteSpace,
  taste: Taste,
  item: number,
  covariance: Float64Array | null = null,
): number {
  return varianceOf(taste, read(space, item), covariance);
}

/** Returns `userVariance` of the title that was read last, whose vector has `count` entries. */
function varianceOf({ factor, mean }: Taste, count: number, covariance: Float64Array | null): number {
  let sum = 0;
  if (covariance === null) {
    const d = mean.length;
    const a = new Float64Array(d);
    for (let k = 0; k < count; k++) a[places[k]] = entries[k];
    forward(factor, d, a);
    for (let i = 0; i < d; i++) sum += a[i] * a[i];
    return sum;
  }
  let k = 0;
  // Two rows at a time, which share each entry.
  for (; k + 1 < count; k += 2) {
    const i = places[k];
    const j = places[k + 1];
    const first = (i * (i + 1)) / 2;
    const second = (j * (j + 1)) / 2;
    const x = entries[k];
    const y = entries[k + 1];
    let one = 0;
    let two = 0;
    for (let l = 0; l < k; l++) {
      const place = places[l];
      one += covariance[first + place] * entries[l];
      two += covariance[second + place] * entries[l];
    }
    sum += x * (2 * one + covariance[first + i] * x);
    sum += y * (2 * (two + covariance[second + i] * x) + covariance[second + j] * y);
  }
  if (k < count) {
    const row = (places[k] * (places[k] + 1)) / 2;
    let inner = 0;
    for (let l = 0; l < k; l++) inner += covariance[row + places[l]] * entries[l];
    sum += entries[k] * (2 * inner + covariance[row + places[k]] * entries[k]);
  }
  return sum;
}

/**
 * Returns [p, 1]ᵀ C [p, 1], the part of the prediction's variance that comes from the title's factor.
 * @param row the row of `covariance` of the title.
 */
function titleVariance({ factors, covariance }: TasteSpace, taste: Taste, row: number): number {
  const d = factors + 1;
  const c = row * packedLength(d);
  let sum = 0;
  for (let i = 0; i < d; i++) {
    const from = c + (i * (i + 1)) / 2;
    const x = i < factors ? taste.mean[i] : 1;
    if (c === 0) {
      sum += covariance[from + i] * x * x;
      continue;
    }
    let inner = 0;
    for (let j = 0; j < i; j++) inner += 2 * covariance[from + j] * taste.mean[j];
    sum += x * (inner + covariance[from + i] * x);
  }
  return sum;
}

import { expect, test } from 'vitest';
import { packedLength } from '../math/packed.ts';
import { seeded } from '../math/random.ts';
import { movesOfRatings } from './moves-of-ratings.ts';
import {
  foldTaste,
  meanWithHints,
  predictedMean,
  predictedVariance,
  sumRatings,
  type Taste,
  type TasteSpace,
  userVariance,
  vectorOf,
} from './taste.ts';

const FACTORS = 3;
const D = FACTORS + 1;

function space(
  size: number,
  options: { uncertain: boolean; implicit: boolean; ownNoise: boolean },
): TasteSpace {
  const random = seeded(4);
  const items = Float32Array.from({ length: size * D }, () => random.normal());
  const length = packedLength(D);
  const covariance = new Float32Array((size + 1) * length);
  if (options.uncertain) {
    for (let r = 0; r <= size; r++) {
      // L Lᵀ of a random lower triangle is a covariance.
      const l = Float64Array.from({ length }, () => 0.3 * random.normal());
      for (let i = 0; i < D; i++) {
        for (let j = 0; j <= i; j++) {
          for (let k = 0; k <= j; k++) {
            covariance[r * length + (i * (i + 1)) / 2 + j] +=
              l[(i * (i + 1)) / 2 + k] * l[(j * (j + 1)) / 2 + k];
          }
        }
      }
    }
  }
  return {
    size,
    factors: FACTORS,
    items,
    covarianceOf: Int32Array.from({ length: size }, (_, i) => i + 1),
    covariance,
    itemNoise: Float32Array.from({ length: size }, () => 0.5 + random.uniform()),
    centre: 6.5,
    noise: 2,
    noiseStrength: options.ownNoise ? 20 : Number.POSITIVE_INFINITY,
    priorMean: Float64Array.of(0.1, -0.2, 0.3, 0.4),
    precision: Float64Array.of(1, 2, 0.5, 1.5),
    implicit: options.implicit ? Float32Array.from({ length: size * D }, () => 0.2 * random.normal()) : null,
    activity: options.implicit ? { weight: Float64Array.of(0.1, 0, -0.1, 0.2), mean: 1 } : null,
  };
}

const rated = Int32Array.of(0, 2, 3, 5, 8);
const ratings = Float32Array.of(9, 3, 7, 10, 0);

/** Returns how far each of `rated` with these ratings moved title 7. */
function movesOfSeven(s: TasteSpace, taste: Taste, given: Float32Array): Float64Array {
  return movesOfRatings(s, taste, { rated, ratings: given }, rated.length)(vectorOf(s, 7));
}

test('foldTaste equals the posterior of a Kalman filter that processes one rating at a time', () => {
  const s = space(10, { uncertain: false, implicit: false, ownNoise: false });
  const taste = foldTaste(s, sumRatings(s, rated, ratings), []);
  const mean = s.priorMean.slice();
  const cov = Array.from({ length: D }, (_, i) =>
    Array.from({ length: D }, (_, j) => (i === j ? 1 / s.precision[i] : 0)),
  );
  rated.forEach((item, n) => {
    const a = [...s.items.subarray(item * D, item * D + FACTORS), 1];
    const y = ratings[n] - s.centre - s.items[item * D + FACTORS];
    const ca = cov.map((row) => row.reduce((sum, c, j) => sum + c * a[j], 0));
    const total = a.reduce((sum, x, i) => sum + x * ca[i], 0) + s.noise * s.itemNoise[item];
    const error = y - a.reduce((sum, x, i) => sum + x * mean[i], 0);
    for (let i = 0; i < D; i++) mean[i] += (ca[i] / total) * error;
    for (let i = 0; i < D; i++) for (let j = 0; j < D; j++) cov[i][j] -= (ca[i] * ca[j]) / total;
  });
  for (let i = 0; i < D; i++) expect(taste.mean[i]).toBeCloseTo(mean[i], 6);
  const a = [...s.items.subarray(7 * D, 7 * D + FACTORS), 1];
  const variance = a.reduce((sum, x, i) => sum + x * cov[i].reduce((inner, c, j) => inner + c * a[j], 0), 0);
  expect(userVariance(s, taste.covariance, 7)).toBeCloseTo(variance, 6);
});

/** Returns the covariance of a title's entries i and j. */
function covarianceAt(s: TasteSpace, item: number, i: number, j: number): number {
  const [r, c] = i >= j ? [i, j] : [j, i];
  return s.covariance[s.covarianceOf[item] * packedLength(D) + (r * (r + 1)) / 2 + c];
}

const withOne = (s: TasteSpace, item: number): number[] => [
  ...s.items.subarray(item * D, item * D + FACTORS),
  1,
];

/** Returns A = Λ + σ⁻² Σ (a aᵀ + C), the formula of docs/recommender.md#fold-in. */
function precisionOf(s: TasteSpace, noise: number): number[][] {
  return Array.from({ length: D }, (_, i) =>
    Array.from({ length: D }, (_, j) => {
      let sum = i === j ? s.precision[i] : 0;
      for (const item of rated) {
        const v = withOne(s, item);
        const spread = i < FACTORS && j < FACTORS ? covarianceAt(s, item, i, j) : 0;
        sum += (v[i] * v[j] + spread) / (noise * s.itemNoise[item]);
      }
      return sum;
    }),
  );
}

/** Solves for a⁻¹ h by Gaussian elimination. */
function eliminated(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const a = matrix.map((row) => [...row]);
  const h = [...right];
  for (let p = 0; p < D; p++) {
    for (let r = p + 1; r < D; r++) {
      const f = a[r][p] / a[p][p];
      for (let c = p; c < D; c++) a[r][c] -= f * a[p][c];
      h[r] -= f * h[p];
    }
  }
  for (let r = D - 1; r >= 0; r--) {
    for (let c = r + 1; c < D; c++) h[r] -= a[r][c] * h[c];
    h[r] /= a[r][r];
  }
  return h;
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, x, i) => sum + x * b[i], 0);

test('foldTaste equals A⁻¹h by Gaussian elimination when titles are uncertain', () => {
  const s = space(10, { uncertain: true, implicit: true, ownNoise: false });
  const taste = foldTaste(s, sumRatings(s, rated, ratings), []);
  const h = Array.from(taste.prior, (m, i) => m * s.precision[i]);
  rated.forEach((item, n) => {
    const w = 1 / (s.noise * s.itemNoise[item]);
    const v = withOne(s, item);
    const y = ratings[n] - s.centre - s.items[item * D + FACTORS];
    for (let i = 0; i < D; i++) {
      h[i] += w * (v[i] * y - (i < FACTORS ? covarianceAt(s, item, i, FACTORS) : 0));
    }
  });
  const mean = eliminated(precisionOf(s, s.noise), h);
  for (let i = 0; i < D; i++) expect(taste.mean[i]).toBeCloseTo(mean[i], 6);
});

test.each([true, false])(
  'contributions sum to the prediction minus the prior (with a noise level per user: %s)',
  (ownNoise) => {
    const s = space(10, { uncertain: true, implicit: true, ownNoise });
    const hint = { vector: Float64Array.of(1, 0, 0, 0), value: 1, variance: 2 };
    for (const hints of [[], [hint]]) {
      const taste = foldTaste(s, sumRatings(s, rated, ratings), hints);
      const moved = movesOfSeven(s, taste, ratings);
      const own = moved.reduce((sum, m) => sum + m, 0);
      const others = predictedMean(s, taste.mean, 7) - predictedMean(s, taste.start, 7) - own;
      // Without hints, only the ratings and the number of ratings contribute.
      const a = [...s.items.subarray(7 * D, 7 * D + FACTORS), 1];
      const activity = a.reduce((sum, x, i) => sum + x * (s.activity?.weight[i] ?? 0) * (Math.log(5) - 1), 0);
      if (hints.length === 0) expect(others).toBeCloseTo(activity, 5);
      else expect(Math.abs(others - activity)).toBeGreaterThan(1e-3);
    }
  },
);

test('each contribution is a·A⁻¹v of its rating plus the effect of having rated the title', () => {
  const s = space(10, { uncertain: true, implicit: true, ownNoise: true });
  const taste = foldTaste(s, sumRatings(s, rated, ratings), []);
  expect(taste.noise).not.toBe(s.noise);
  const moved = movesOfSeven(s, taste, ratings);
  const precision = precisionOf(s, taste.noise);
  rated.forEach((item, n) => {
    const v = withOne(s, item);
    const surprise = ratings[n] - s.centre - s.items[item * D + FACTORS] - dot(v, taste.prior);
    const right = v.map((x, i) => {
      if (i === FACTORS) return surprise;
      const spread = Array.from({ length: FACTORS }, (_, j) => covarianceAt(s, item, i, j) * taste.prior[j]);
      return x * surprise - covarianceAt(s, item, i, FACTORS) - spread.reduce((sum, c) => sum + c, 0);
    });
    const said = eliminated(
      precision,
      right.map((x) => x / (taste.noise * s.itemNoise[item])),
    );
    const implied = s.implicit?.subarray(item * D, (item + 1) * D).map((x) => x / Math.sqrt(rated.length));
    expect(moved[n]).toBeCloseTo(dot(withOne(s, 7), said) + dot(withOne(s, 7), implied ?? []), 5);
  });
});

test('at a fixed noise level, a changed rating changes only its own contribution', () => {
  const s = space(10, { uncertain: true, implicit: true, ownNoise: false });
  const explained = (given: Float32Array) => {
    const taste = foldTaste(s, sumRatings(s, rated, given), []);
    const moved = movesOfSeven(s, taste, given);
    return { moved, mean: predictedMean(s, taste.mean, 7) };
  };
  const before = explained(ratings);
  rated.forEach((_, n) => {
    const after = explained(ratings.map((rating, k) => (k === n ? 10 - rating : rating)));
    expect(after.mean).not.toBeCloseTo(before.mean, 2);
    after.moved.forEach((points, k) => {
      const change = k === n ? after.mean - before.mean : 0;
      expect(points - before.moved[k]).toBeCloseTo(change, 5);
    });
  });
});

test('more ratings lower the variance of a prediction, and an uncertain title raises the variance', () => {
  const sure = space(10, { uncertain: false, implicit: false, ownNoise: false });
  const unsure = space(10, { uncertain: true, implicit: false, ownNoise: false });
  const newUser = foldTaste(sure, sumRatings(sure, new Int32Array(0), new Float32Array(0)), []);
  const knownUser = foldTaste(sure, sumRatings(sure, rated, ratings), []);
  expect(predictedVariance(sure, knownUser)(7)).toBeLessThan(predictedVariance(sure, newUser)(7));
  expect(
    predictedVariance(unsure, foldTaste(unsure, sumRatings(unsure, rated, ratings), []))(7),
  ).toBeGreaterThan(predictedVariance(sure, knownUser)(7));
});

test('a user with erratic ratings gets a higher noise level than a user with predictable ratings', () => {
  const s = space(10, { uncertain: false, implicit: false, ownNoise: true });
  const titles = Int32Array.from({ length: 10 }, (_, i) => i);
  const steady = titles.map((i) => Math.round(s.centre + s.items[i * D + FACTORS]));
  const wild = titles.map((i) => (i % 2 === 0 ? 0 : 10));
  expect(foldTaste(s, sumRatings(s, titles, Float32Array.from(wild)), []).noise).toBeGreaterThan(
    foldTaste(s, sumRatings(s, titles, Float32Array.from(steady)), []).noise,
  );
});

test('meanWithHints has the mean of foldTaste for the same hints, and a wish moves it towards the title', () => {
  const s = space(10, { uncertain: true, implicit: true, ownNoise: true });
  const sums = sumRatings(s, rated, ratings);
  const taste = foldTaste(s, sums, []);
  expect(meanWithHints(s, sums, [], taste)).toEqual(taste.mean);
  const vector = vectorOf(s, 7);
  const wish = { vector, value: dot(vector, taste.mean) + 2, variance: 6 };
  expect(dot(vector, meanWithHints(s, sums, [wish], taste))).toBeGreaterThan(dot(vector, taste.mean));
});

test('a user gets the likeliest variance of taste', () => {
  const scales = [0.2, 1, 5].map((variance) => ({ variance, logPrior: 0 }));
  const s = { ...space(10, { uncertain: true, implicit: false, ownNoise: false }), scales };
  const fold = (given: Float32Array): Taste => foldTaste(s, sumRatings(s, rated, given), []);
  const wild = fold(Float32Array.of(10, 0, 10, 0, 10));
  const calm = fold(new Float32Array(rated.length).fill(6.5));
  expect(calm.variance).toBeLessThan(wild.variance);
  // A variance of probability 0 is never used.
  const only = { ...s, scales: [{ variance: 5, logPrior: Number.NEGATIVE_INFINITY }, ...scales.slice(0, 2)] };
  expect(foldTaste(only, sumRatings(only, rated, ratings), []).variance).toBeLessThan(5);
});

import { expect, test } from 'vitest';
import { likeMetrics } from './like-metrics.ts';
import { likeLimit, likeProbability } from './like-probability.ts';
import { seeded } from './random.ts';

test('likeProbability is one half at a mean of 6.5, rises with the mean, and nears one half for large variances', () => {
  expect(likeProbability(6.5, 2)).toBeCloseTo(0.5, 6);
  // The means are one, two and three standard deviations above the limit of 6.5.
  expect(likeProbability(8.5, 4)).toBeCloseTo(0.841345, 6);
  expect(likeProbability(10.5, 4)).toBeCloseTo(0.97725, 6);
  expect(likeProbability(0.5, 4)).toBeCloseTo(0.00135, 6);
  expect(likeProbability(8.5, 9)).toBeLessThan(likeProbability(8.5, 4));
});

test('likeLimit is midway between the highest rating below 7 and the lowest rating of 7 or more', () => {
  expect(likeLimit([5, 6, 7, 8])).toBe(6.5);
  expect(likeLimit([2, 4, 6, 8, 10])).toBe(7);
  expect(likeLimit([8, 9])).toBe(6.5);
});

test('like_ece is near 0 for outcomes drawn from the probabilities, and larger for shifted probabilities', () => {
  const random = seeded(5);
  const probability = Float32Array.from({ length: 20_000 }, () => random.uniform());
  const liked = Uint8Array.from(probability, (p) => (random.uniform() < p ? 1 : 0));
  expect(likeMetrics(probability, liked).like_ece).toBeLessThan(0.02);
  const shifted = probability.map((p) => Math.min(1, p + 0.2));
  expect(likeMetrics(shifted, liked).like_ece).toBeGreaterThan(0.1);
  // The mean of p(1 − p) over uniform probabilities p is one sixth.
  expect(likeMetrics(probability, liked).brier).toBeCloseTo(1 / 6, 2);
});

test('auc is 1 for a perfect order, 0 for the reverse order and one half for ties', () => {
  const liked = Uint8Array.of(0, 0, 1, 1);
  expect(likeMetrics(Float32Array.of(0.1, 0.2, 0.3, 0.4), liked).auc).toBe(1);
  expect(likeMetrics(Float32Array.of(0.4, 0.3, 0.2, 0.1), liked).auc).toBe(0);
  expect(likeMetrics(Float32Array.of(0.5, 0.5, 0.5, 0.5), liked).auc).toBe(0.5);
});

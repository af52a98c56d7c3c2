import { seeded } from '@marquee/recommender/math/random';
import { expect, test } from 'vitest';
import { likeMetrics } from './like-metrics.ts';

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

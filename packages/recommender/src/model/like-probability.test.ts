import { expect, test } from 'vitest';
import { likeLimit, likeProbability } from './like-probability.ts';

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

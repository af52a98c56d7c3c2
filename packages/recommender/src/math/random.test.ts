import { expect, test } from 'vitest';
import { hashed, seeded } from './random.ts';

test('the same seed gives the same stream of numbers', () => {
  const draw = (seed: number): number[] => {
    const random = seeded(seed);
    return [random.uniform(), random.normal(), random.below(100)];
  };
  expect(draw(9)).toEqual(draw(9));
  expect(draw(9)).not.toEqual(draw(10));
});

test('uniform and normal numbers have the mean and the variance of their distributions', () => {
  const random = seeded(1);
  const normals = Array.from({ length: 20_000 }, () => random.normal());
  const mean = normals.reduce((a, b) => a + b, 0) / normals.length;
  const square = normals.reduce((a, b) => a + b * b, 0) / normals.length;
  expect(mean).toBeCloseTo(0, 1);
  expect(square).toBeCloseTo(1, 1);
});

test('the share of hashed values below a limit equals the limit, over users and over ratings of one user', () => {
  const users = Array.from({ length: 20_000 }, (_, id) => hashed(id + 1, 1, 42)).filter(
    (x) => x < 0.1,
  ).length;
  expect(users / 20_000).toBeCloseTo(0.1, 1.6);
  const pairs = Array.from({ length: 20_000 }, (_, k) => hashed(7, k, 42)).filter((x) => x < 0.2).length;
  expect(pairs / 20_000).toBeCloseTo(0.2, 1.6);
});

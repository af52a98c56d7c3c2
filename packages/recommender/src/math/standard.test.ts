import { expect, test } from 'vitest';
import { standardOf } from './standard.ts';

test('standardOf returns the mean, and the factor to a standard deviation of 1', () => {
  const { mean, scale } = standardOf([2, 4, 6]);
  expect(mean).toBe(4);
  expect(scale).toBeCloseTo(1 / Math.sqrt(8 / 3));
});

test.each([[[]], [[3]], [[3, 3, 3]]])('standardOf scales %j, which does not differ, by 0', (values) => {
  expect(standardOf(values)).toEqual({ mean: values[0] ?? 0, scale: 0 });
});

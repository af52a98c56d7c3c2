import { totalmem } from 'node:os';
import { expect, it } from 'vitest';
import { defaultCacheMb, splitCache } from './cache-budget.ts';

const MB = 1_048_576;

it('splitCache divides the whole budget among the caches', () => {
  const bytes = Object.values(splitCache(100));
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBe(100 * MB);
  expect(Math.min(...bytes)).toBeGreaterThan(0);
});

it('defaultCacheMb returns an eighth of the container memory, between a minimum and a maximum', () => {
  expect(defaultCacheMb(512 * MB)).toBe(64);
  expect(defaultCacheMb(64 * MB)).toBe(16);
  expect(defaultCacheMb(Number.MAX_SAFE_INTEGER)).toBe(defaultCacheMb(totalmem()));
});

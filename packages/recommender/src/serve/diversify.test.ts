import { expect, test } from 'vitest';
import { catalogueOf } from '../fixtures.ts';
import { franchiseKeys } from '../model/franchise.ts';
import { diversify } from './diversify.ts';

test('diversify spreads ten leading sequels over the whole row and drops no title', () => {
  const titles = Array.from({ length: 60 }, (_, i) => ({
    genres: [1 + (i % 5)],
    franchise: i < 10 ? 3 : -1,
  }));
  const catalogue = catalogueOf(titles);
  const ranked = Int32Array.from(titles.keys());
  const scores = Float32Array.from(titles, (_, i) => 3 - i * 0.02);
  const out = diversify(catalogue, ranked, scores);
  expect([...out].sort((a, b) => a - b)).toEqual([...ranked]);
  expect(out[0]).toBe(0);
  expect([...out.subarray(0, 10)].filter((i) => i < 10).length).toBeLessThanOrEqual(3);
  expect(diversify(catalogue, ranked, scores)).toEqual(out);
});

test('diversify keeps two titles of a franchise first when all other scores are far lower', () => {
  const catalogue = catalogueOf(
    Array.from({ length: 30 }, (_, i) => ({ genres: [1], franchise: i < 2 ? 0 : -1 })),
  );
  const ranked = Int32Array.from({ length: 30 }, (_, i) => i);
  const scores = Float32Array.from({ length: 30 }, (_, i) => (i < 2 ? 100 - i : 1 - i * 0.01));
  expect([...diversify(catalogue, ranked, scores).subarray(0, 2)]).toEqual([0, 1]);
});

test('franchiseKeys gives equal keys to sequels, numbered parts and subtitled titles only', () => {
  const names = [
    'Star Trek',
    'Star Trek: First Contact',
    'Star Trek Beyond',
    'The Godfather',
    'The Godfather Part II',
    'Godfather, The: Part III (1990)',
    'Toy Story',
    'Toy Story 3',
    'Alien',
    'Alienist, The',
    'Amélie',
    'Up',
    '',
  ];
  const keys = franchiseKeys(names);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(new Set(keys.slice(3, 6)).size).toBe(1);
  expect(keys[6]).toBe(keys[7]);
  expect(new Set([keys[0], keys[3], keys[6]]).size).toBe(3);
  expect([...keys.slice(8)]).toEqual([-1, -1, -1, -1, -1]);
});

import { expect, test } from 'vitest';
import { catalogueOf } from '../fixtures.ts';
import { titleFacts } from './title-facts.ts';
import { titlePrior } from './title-prior.ts';

const HOME = 1;
const catalogue = catalogueOf([
  { genres: [], countries: [HOME], runtime: 105, ageLevel: 2 },
  { genres: [], countries: [2], runtime: 105, ageLevel: 3 },
  { genres: [], countries: [2, HOME], runtime: 180, ageLevel: 0 },
  { genres: [] },
  { genres: [], type: 1, countries: [HOME], runtime: 50 },
]);

test('abroad is -0.5 for the most common country, 0.5 for other countries, and 0 for unknown countries', () => {
  expect([...titleFacts(catalogue).abroad]).toEqual([-0.5, 0.5, -0.5, 0, -0.5]);
});

test('runtime and audience level are differences from a typical movie, and 0 for series and unknown values', () => {
  const { runtime, age } = titleFacts(catalogue);
  expect([...runtime].map((x) => Math.round(10 * x) / 10)).toEqual([0, 0, 2, 0, 0]);
  expect([...age]).toEqual([0, 1, -2, 0, 0]);
});

test('titlePrior is higher for a title from abroad and for a long movie than for a common movie', () => {
  const [common, abroad, long] = titlePrior(catalogue);
  expect(abroad).toBeGreaterThan(common);
  expect(long).toBeGreaterThan(common);
});

test('every fact is 0 in a catalogue without the optional columns', () => {
  const { abroad, runtime, age } = titleFacts(catalogueOf([{ genres: [1] }, { genres: [2] }]));
  for (const column of [abroad, runtime, age]) expect([...column]).toEqual([0, 0]);
});

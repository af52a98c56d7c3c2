import { expect, test } from 'vitest';
import { catalogueOf, type TitleSketch } from '../fixtures.ts';
import { factSpace } from '../model/fact-space.ts';
import type { Catalogue } from '../model/types.ts';
import { arrange, type Rules } from './arrange.ts';
import { ofOneTaste } from './candidates.ts';

/** Arranges titles of one taste. */
const arranged = (
  catalogue: Catalogue,
  items: Int32Array,
  scores: Float32Array,
  rules: Rules = {},
): number[] => [
  ...arrange(
    { facts: factSpace(catalogue), catalogue },
    ofOneTaste(
      items,
      Float32Array.from(items, (item) => scores[item]),
    ),
    rules,
  ),
];
const every = (scores: Float32Array): Int32Array => Int32Array.from(scores.keys());

test('arrange spreads ten leading sequels over the whole row and drops no title', () => {
  const titles = Array.from({ length: 60 }, (_, i) => ({
    genres: [1 + (i % 5)],
    franchise: i < 10 ? 3 : -1,
  }));
  const catalogue = catalogueOf(titles);
  const ranked = Int32Array.from(titles.keys());
  const scores = Float32Array.from(titles, (_, i) => 3 - i * 0.02);
  const out = arranged(catalogue, ranked, scores);
  expect([...out].sort((a, b) => a - b)).toEqual([...ranked]);
  expect(out[0]).toBe(0);
  expect([...out.slice(0, 10)].filter((i) => i < 10).length).toBeLessThanOrEqual(3);
});

test('arrange keeps two titles of a director first when all other scores are far lower', () => {
  const catalogue = catalogueOf(
    Array.from({ length: 30 }, (_, i) => ({ genres: [1], directors: i < 2 ? [7] : [] })),
  );
  const ranked = Int32Array.from({ length: 30 }, (_, i) => i);
  const scores = Float32Array.from({ length: 30 }, (_, i) => (i < 2 ? 100 - i : 1 - i * 0.01));
  expect(arranged(catalogue, ranked, scores).slice(0, 2)).toEqual([0, 1]);
});

/** The first two of five titles have something in common; all scores are nearly equal. */
const common: [string, Partial<TitleSketch>, Partial<TitleSketch>][] = [
  ['director', { directors: [1, 2] }, { directors: [3, 1] }],
  ['leading actor', { cast: [1, 2] }, { cast: [3, 1] }],
  ['genre', { genres: [1, 7] }, { genres: [7, 2] }],
];
test.each(common)(
  'arrange puts another title between two titles with a common %s',
  (_fact, first, second) => {
    const others = [3, 4, 5].map((genre) => ({ genres: [genre] }));
    const catalogue = catalogueOf([{ genres: [8], ...first }, { genres: [9], ...second }, ...others]);
    const scores = Float32Array.from([1, 0.999, 0.998, 0.5, 0.1]);
    expect(arranged(catalogue, every(scores), scores).slice(0, 3)).toEqual([0, 2, 1]);
  },
);

test.each([
  [20, 'falls back'],
  [21, 'stays'],
])('a title %i places after another title of its director %s', (distance, what) => {
  const titles = Array.from({ length: 24 }, (_, i) => ({
    genres: [],
    directors: i === 0 || i === distance ? [1] : [],
  }));
  const scores = Float32Array.from(titles, (_, i) => 1 - i * 0.001);
  const out = arranged(catalogueOf(titles), every(scores), scores);
  if (what === 'stays') expect(out.indexOf(distance)).toBe(distance);
  else expect(out.indexOf(distance)).toBeGreaterThan(distance);
});

test('arrange ignores a common actor who is fourth in one of two casts', () => {
  const casts = [[1], [2, 3, 4, 1], [5], [6]].map((cast) => ({ genres: [], cast }));
  const scores = Float32Array.from([1, 0.999, 0.998, 0.1]);
  expect(arranged(catalogueOf(casts), every(scores), scores)).toEqual([0, 1, 2, 3]);
});

test('a spread row brings other decades and lengths than the titles before it, and no other row does', () => {
  const before = { genres: [1], year: 1994, runtime: 140 };
  const titles = [before, before, { ...before, year: 1999 }, { ...before, year: 1955, runtime: 80 }];
  const catalogue = catalogueOf([...titles, { genres: [2], year: 1970, runtime: 100 }]);
  const scores = Float32Array.of(0, 0, 1, 0.9, 0.2);
  const first = (weight: number): number =>
    arranged(catalogue, Int32Array.of(2, 3, 4), scores, { spread: { before: [0, 1], weight } })[0];
  expect(first(1)).toBe(3);
  expect(first(0)).toBe(2);
});

test('the first ten have at most two titles of a director and one of a franchise', () => {
  const catalogue = catalogueOf([
    ...Array.from({ length: 20 }, () => ({ genres: [], directors: [7] })),
    ...Array.from({ length: 20 }, () => ({ genres: [], franchise: 1 })),
    ...Array.from({ length: 20 }, () => ({ genres: [] })),
  ]);
  const scores = Float32Array.from({ length: 60 }, (_, i) => 100 - 10 * i);
  expect(arranged(catalogue, every(scores), scores).slice(0, 10)).toEqual([
    0, 1, 20, 40, 41, 42, 43, 44, 45, 46,
  ]);
});

test('the first unknown part of a franchise stands for it, with the score of the best part, and no later one', () => {
  const part = (year: number): TitleSketch => ({ genres: [], franchise: 1, year, cast: [5] });
  const catalogue = catalogueOf([part(2001), part(2003), part(2005), { genres: [] }, { genres: [] }]);
  const scores = Float32Array.of(1, 2, 9, 5, 4);
  const shown = (...known: number[]): number[] =>
    arranged(
      catalogue,
      every(scores).filter((item) => !known.includes(item)),
      scores,
      { isKnown: (item) => known.includes(item) },
    );
  expect(shown()).toEqual([0, 3, 4]);
  expect(shown(0)).toEqual([1, 3, 4]);
  expect(shown(0, 1)).toEqual([2, 3, 4]);
  // The first part is not among the candidates, so no part is shown.
  expect(arranged(catalogue, Int32Array.of(1, 2, 3), scores, { isKnown: () => false })).toEqual([3]);
});

test('of six titles at most one is not preferred, where it is the better one, until no preferred title is left', () => {
  const catalogue = catalogueOf(Array.from({ length: 30 }, () => ({ genres: [] })));
  const scores = Float32Array.from({ length: 30 }, (_, i) => 30 - i);
  const preferred = { has: (item: number): boolean => item >= 10, turn: 6 };
  const out = arranged(catalogue, every(scores), scores, { preferred });
  expect(out.slice(0, 12)).toEqual([10, 11, 12, 13, 14, 0, 15, 16, 17, 18, 19, 1]);
  expect(out).toHaveLength(30);
  const better = { has: (item: number): boolean => item < 10, turn: 6 };
  expect(arranged(catalogue, every(scores), scores, { preferred: better })).toEqual([...scores.keys()]);
});

test('preferred titles are found also behind the best hundreds', () => {
  const catalogue = catalogueOf(Array.from({ length: 400 }, () => ({ genres: [] })));
  const scores = Float32Array.from({ length: 400 }, (_, i) => 400 - i);
  const preferred = { has: (item: number): boolean => item >= 300, turn: 6 };
  const out = arranged(catalogue, every(scores), scores, { preferred, places: 200 });
  const [own, others] = [Array.from({ length: 100 }, (_, n) => 300 + n), [...scores.keys()]];
  const expected = Array.from({ length: 20 }, (_, turn) => [
    ...own.slice(5 * turn, 5 * turn + 5),
    others[turn],
  ]);
  expect(out).toEqual([...expected.flat(), ...others.slice(20, 100)]);
});

test('a franchise of two hundred leading parts has one of the first ten places', () => {
  const titles = Array.from({ length: 260 }, (_, i) => ({ genres: [], franchise: i < 200 ? 1 : -1 }));
  const scores = Float32Array.from(titles, (_, i) => 260 - i);
  const out = arranged(catalogueOf(titles), every(scores), scores);
  expect(out.slice(0, 10)).toEqual([0, 200, 201, 202, 203, 204, 205, 206, 207, 208]);
});

test('of every number of first places each taste has its share', () => {
  const catalogue = catalogueOf(Array.from({ length: 120 }, () => ({ genres: [] })));
  const items = Int32Array.from({ length: 120 }, (_, i) => i);
  const tastes = [
    { scores: Float32Array.from(items, (i) => -i), share: 0.75 },
    { scores: Float32Array.from(items, (i) => i), share: 0.25 },
  ];
  const out = arrange({ facts: factSpace(catalogue), catalogue }, { items, tastes }, { places: 80 });
  for (const count of [4, 20, 80])
    expect(out.subarray(0, count).filter((item) => item >= 100)).toHaveLength(count / 4);
});

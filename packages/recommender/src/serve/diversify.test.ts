import { expect, test } from 'vitest';
import { catalogueOf, type TitleSketch } from '../fixtures.ts';
import { factSpace } from '../model/fact-space.ts';
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
  const out = diversify(factSpace(catalogue), ranked.slice(), scores);
  expect([...out].sort((a, b) => a - b)).toEqual([...ranked]);
  expect(out[0]).toBe(0);
  expect([...out.subarray(0, 10)].filter((i) => i < 10).length).toBeLessThanOrEqual(3);
});

test('diversify keeps two titles of a franchise first when all other scores are far lower', () => {
  const catalogue = catalogueOf(
    Array.from({ length: 30 }, (_, i) => ({ genres: [1], franchise: i < 2 ? 0 : -1 })),
  );
  const ranked = Int32Array.from({ length: 30 }, (_, i) => i);
  const scores = Float32Array.from({ length: 30 }, (_, i) => (i < 2 ? 100 - i : 1 - i * 0.01));
  expect([...diversify(factSpace(catalogue), ranked, scores).subarray(0, 2)]).toEqual([0, 1]);
});

/** The first two of five titles have something in common; all scores are nearly equal. */
const common: [string, Partial<TitleSketch>, Partial<TitleSketch>][] = [
  ['director', { directors: [1, 2] }, { directors: [3, 1] }],
  ['leading actor', { cast: [1, 2] }, { cast: [3, 1] }],
  ['genre', { genres: [1, 7] }, { genres: [7, 2] }],
];
test.each(common)(
  'diversify puts another title between two titles with a common %s',
  (_fact, first, second) => {
    const others = [3, 4, 5].map((genre) => ({ genres: [genre] }));
    const catalogue = catalogueOf([{ genres: [8], ...first }, { genres: [9], ...second }, ...others]);
    const scores = Float32Array.from([1, 0.999, 0.998, 0.5, 0.1]);
    expect([...diversify(factSpace(catalogue), Int32Array.of(0, 1, 2, 3, 4), scores)].slice(0, 3)).toEqual([
      0, 2, 1,
    ]);
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
  const out = diversify(factSpace(catalogueOf(titles)), Int32Array.from(titles.keys()), scores);
  if (what === 'stays') expect(out.indexOf(distance)).toBe(distance);
  else expect(out.indexOf(distance)).toBeGreaterThan(distance);
});

test('diversify ignores a common actor who is fourth in one of two casts', () => {
  const casts = [[1], [2, 3, 4, 1], [5], [6]].map((cast) => ({ genres: [], cast }));
  const scores = Float32Array.from([1, 0.999, 0.998, 0.1]);
  expect([...diversify(factSpace(catalogueOf(casts)), Int32Array.of(0, 1, 2, 3), scores)]).toEqual([
    0, 1, 2, 3,
  ]);
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

test('franchiseKeys with people joins sequels without a common stem, and no titles that share only a word or a lead', () => {
  const [WEAVER, BUTLER, FREEMAN, OTHER] = [1, 2, 3, 4];
  const titles: [name: string, cast: number[]][] = [
    ['Alien', [WEAVER, OTHER]],
    ['Aliens', [WEAVER]],
    ['Alien³', [WEAVER]],
    ['Alien Nation', [OTHER]],
    ['Olympus Has Fallen', [BUTLER, FREEMAN]],
    ['London Has Fallen', [FREEMAN, BUTLER]],
    ['The Fallen', [BUTLER]],
    ['Law Abiding Citizen', [BUTLER, FREEMAN]],
  ];
  const catalogue = catalogueOf(titles.map(([, cast]) => ({ genres: [], cast })));
  const [alien, aliens, third, stranger, olympus, london, ...others] = franchiseKeys(
    titles.map(([name]) => name),
    catalogue,
  );
  expect(alien).toBeGreaterThanOrEqual(0);
  expect([aliens, third]).toEqual([alien, alien]);
  expect(london).toBe(olympus);
  expect(olympus).not.toBe(alien);
  expect([stranger, ...others]).toEqual([-1, -1, -1]);
});

test('a spread row brings other decades and lengths than the titles before it, and no other row does', () => {
  const before = { genres: [1], year: 1994, runtime: 140 };
  const titles = [before, before, { ...before, year: 1999 }, { ...before, year: 1955, runtime: 80 }];
  const facts = factSpace(catalogueOf([...titles, { genres: [2], year: 1970, runtime: 100 }]));
  const scores = Float32Array.of(0, 0, 1, 0.9, 0.2);
  const first = (weight: number): number =>
    diversify(facts, Int32Array.of(2, 3, 4), scores, { before: [0, 1], weight })[0];
  expect(first(1)).toBe(3);
  expect(first(0)).toBe(2);
});

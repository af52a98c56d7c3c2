import { expect, test } from 'vitest';
import { catalogueOf, type TitleSketch } from '../fixtures.ts';
import { contentModel } from '../user/content-model.ts';
import { listSimilar } from './similar-titles.ts';

const HEISTS = 1;
const POLICE = 2;
const FRIENDSHIP = 3;
const [HEIST, SAME_THEMES, COMMON_THEME, SAME_GENRE, SAME_DIRECTOR, OTHER] = [0, 1, 2, 3, 4, 5];
const sketches: TitleSketch[] = [
  { genres: [1], themes: [HEISTS, POLICE, FRIENDSHIP], directors: [10], year: 1995 },
  { genres: [2], themes: [HEISTS, POLICE] },
  { genres: [2], themes: [FRIENDSHIP] },
  { genres: [1], themes: [7] },
  { genres: [2], themes: [7], directors: [10] },
  { genres: [2], themes: [7] },
  ...Array.from({ length: 60 }, (_, i) => ({
    genres: [1 + (i % 5)],
    themes: [i % 2 === 0 ? FRIENDSHIP : 8],
    year: 1960,
  })),
];

test('similar titles share rare themes first, and a theme of most titles hardly counts', () => {
  const model = contentModel(catalogueOf(sketches));
  const scores = model.similar(HEIST);
  expect(scores[HEIST]).toBe(Number.NEGATIVE_INFINITY);
  const others = [COMMON_THEME, SAME_GENRE, SAME_DIRECTOR, OTHER];
  for (const item of others) expect(scores[SAME_THEMES]).toBeGreaterThan(scores[item]);
  for (const item of [COMMON_THEME, SAME_GENRE, SAME_DIRECTOR])
    expect(scores[item]).toBeGreaterThan(scores[OTHER]);
});

test('a title without themes is not more similar, for its genres alone, than one that shares themes', () => {
  const titles = sketches.map((title, i) => (i === SAME_GENRE ? { genres: [1] } : title));
  const scores = contentModel(catalogueOf(titles)).similar(HEIST);
  expect(scores[SAME_THEMES]).toBeGreaterThan(scores[SAME_GENRE]);
});

test('titles without themes are similar by their other facts', () => {
  const model = contentModel(catalogueOf(sketches.map(({ themes: _, ...title }) => title)));
  const scores = model.similar(HEIST);
  expect(scores.some(Number.isNaN)).toBe(false);
  for (const item of [SAME_GENRE, SAME_DIRECTOR]) expect(scores[item]).toBeGreaterThan(scores[OTHER]);
});

test('the own country of a title counts, and a country that helped to produce it does not', () => {
  const [SWEDEN, FRANCE] = [1, 2];
  const model = contentModel(
    catalogueOf([
      { genres: [1], countries: [SWEDEN, FRANCE] },
      { genres: [1], countries: [SWEDEN] },
      { genres: [1], countries: [FRANCE, SWEDEN] },
      { genres: [1] },
    ]),
  );
  const scores = model.similar(0);
  expect(scores[1]).toBeGreaterThan(scores[2]);
  expect(scores[2]).toBe(scores[3]);
});

test('a list of similar titles begins with each franchise once and three titles of a director, and ends with the others', () => {
  const catalogue = catalogueOf([
    { genres: [1], directors: [10], franchise: 3 },
    ...Array.from({ length: 3 }, () => ({ genres: [1], franchise: 3 })),
    ...Array.from({ length: 5 }, () => ({ genres: [1], directors: [10] })),
    { genres: [2] },
  ]);
  const model = contentModel(catalogue);
  const listed = [...listSimilar(model, model.similar(0))];
  const first = listed.slice(0, 5);
  expect(first.filter((item) => catalogue.franchise[item] === 3)).toHaveLength(1);
  expect(first.filter((item) => item >= 4 && item < 9)).toHaveLength(3);
  expect(first).toContain(9);
  expect(listed.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('the first part of a franchise that is not known and not closed stands for a later one, which follows behind', () => {
  const LEAD = 5;
  const part = (year: number, themes: number[]): TitleSketch => ({
    genres: [2],
    themes,
    franchise: 3,
    cast: [LEAD],
    year,
  });
  const catalogue = catalogueOf([
    ...sketches,
    part(1972, []),
    part(1974, []),
    part(1990, [HEISTS, POLICE, FRIENDSHIP]),
  ]);
  const [FIRST, SECOND, THIRD] = [sketches.length, sketches.length + 1, sketches.length + 2];
  const model = contentModel(catalogue);
  const scores = model.similar(HEIST);
  const listed = (isKnown?: (item: number) => boolean, open?: Uint32Array): number[] =>
    [...listSimilar(model, scores, open, isKnown)].filter((item) => item >= FIRST);
  const best = (list: Int32Array): number => list[0];
  expect(best(listSimilar(model, scores))).toBe(FIRST);
  expect(listed()).toEqual([FIRST, THIRD, SECOND]);
  expect(listed((item) => item === FIRST)).toEqual([SECOND, THIRD, FIRST]);
  const open = new Uint32Array(Math.ceil(catalogue.size / 32)).fill(0xffffffff);
  open[FIRST >>> 5] &= ~(1 << (FIRST & 31));
  expect(listed(undefined, open)).toEqual([SECOND, THIRD]);
});

test('a later part keeps its place where the director of the first part has three titles before it', () => {
  const [LEAD, DIRECTOR] = [5, 10];
  const catalogue = catalogueOf([
    { genres: [1], directors: [DIRECTOR], year: 1995 },
    ...Array.from({ length: 3 }, () => ({ genres: [1], directors: [DIRECTOR], year: 1995 })),
    { genres: [1], year: 1995, cast: [LEAD], franchise: 3 },
    { genres: [2], year: 1990, cast: [LEAD], directors: [DIRECTOR], franchise: 3 },
    ...Array.from({ length: 4 }, () => ({ genres: [2], year: 1960 })),
  ]);
  const [LATER, EARLIER] = [4, 5];
  const scores = Float32Array.of(Number.NEGATIVE_INFINITY, 9, 8, 7, 6, 5, 4, 3, 2, 1);
  const listed = [...listSimilar(contentModel(catalogue), scores)];
  expect(listed).toEqual([1, 2, 3, LATER, 6, 7, 8, 9, EARLIER]);
});

import { expect, test } from 'vitest';
import { catalogueOf, type TitleSketch } from '../fixtures.ts';
import { arrangeFirst, dividingGenres } from './first-ten.ts';

const HORROR = 1;
const FAMILY = 2;
const DRAMA = 3;
const titles: TitleSketch[] = [
  // 0–19: horror by one director. 20–39: horror of one franchise. 40–59: horror, otherwise unrelated.
  ...Array.from({ length: 20 }, () => ({ genres: [HORROR], directors: [7] })),
  ...Array.from({ length: 20 }, (_, i) => ({ genres: [HORROR], directors: [100 + i], franchise: 1 })),
  ...Array.from({ length: 20 }, (_, i) => ({ genres: [HORROR], directors: [200 + i] })),
  ...Array.from({ length: 20 }, (_, i) => ({ genres: [FAMILY], directors: [300 + i] })),
  ...Array.from({ length: 20 }, (_, i) => ({ genres: [HORROR, FAMILY, DRAMA], directors: [400 + i] })),
];
const catalogue = catalogueOf(titles);
const ranked = Int32Array.from(titles.keys());
const first = (likes: number[]): number[] => [...arrangeFirst(catalogue, ranked, likes)].slice(0, 10);

test('the first ten have at most two titles of a franchise or director, and no title is lost', () => {
  const all = arrangeFirst(catalogue, ranked, []);
  expect(Array.from(all).sort((a, b) => a - b)).toEqual([...ranked]);
  expect([...all].slice(0, 10)).toEqual([0, 1, 20, 21, 40, 41, 42, 43, 44, 45]);
});

test('two clear groups of likes both have at least four of the first ten', () => {
  const both = first([50, 51, 70, 71]);
  expect(both.filter((item) => item >= 60 && item < 80)).toHaveLength(4);
  expect(first([50, 51, 52, 53]).filter((item) => item >= 60)).toHaveLength(0);
});

test('the groups do not depend on the order of the likes, nor on a genre that both share', () => {
  const shared = catalogueOf([
    { genres: [HORROR, DRAMA] },
    { genres: [HORROR] },
    { genres: [DRAMA, HORROR] },
    { genres: [FAMILY, DRAMA] },
    { genres: [FAMILY] },
  ]);
  for (const likes of [
    [0, 1, 2, 3, 4],
    [4, 2, 0, 3, 1],
  ]) {
    expect(dividingGenres(shared, likes)).toEqual([HORROR, FAMILY]);
  }
});

test('one like of another genre, or likes of one genre, are no second group', () => {
  expect(dividingGenres(catalogue, [50, 51, 70])).toBeNull();
  expect(dividingGenres(catalogue, [50, 51, 52, 53])).toBeNull();
  expect(dividingGenres(catalogue, [80, 81, 82, 83])).toBeNull();
  expect(dividingGenres(catalogue, [])).toBeNull();
});

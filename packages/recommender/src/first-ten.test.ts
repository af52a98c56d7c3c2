import { expect, test } from 'vitest';
import { arrangeFirst, likedGroups } from './first-ten.ts';
import { catalogueOf, type TitleSketch } from './fixtures.ts';

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

test('two clear groups of likes both have at least three of the first ten', () => {
  const both = first([50, 51, 70, 71]);
  expect(both.filter((item) => item >= 60 && item < 80)).toHaveLength(3);
  expect(first([50, 51, 52, 53]).filter((item) => item >= 60)).toHaveLength(0);
});

test('one like of another genre, or likes of one genre, are no second group', () => {
  expect(likedGroups(catalogue, [50, 51, 70])).toBeNull();
  expect(likedGroups(catalogue, [50, 51, 52, 53])).toBeNull();
  expect(likedGroups(catalogue, [])).toBeNull();
  expect(likedGroups(catalogue, [50, 51, 70, 71])).toEqual([
    [50, 51],
    [70, 71],
  ]);
});

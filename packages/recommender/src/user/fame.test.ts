import { expect, test } from 'vitest';
import { catalogueOf, NOTHING, type TitleSketch } from '../fixtures.ts';
import type { Signals } from '../model/types.ts';
import { contentModel } from './content-model.ts';
import { addedByFame, fameSpace, fameTaste } from './fame.ts';

/** Titles 0 to 99 from famous to unknown; every fact but fame is the same. */
const ladder = Array.from({ length: 100 }, (_, i): TitleSketch => ({ genres: [1], popularity: 1 - i / 100 }));
const space = fameSpace(catalogueOf(ladder));
const weightOf = (rated: number[], rating: number, unseen: number[] = []): number =>
  fameTaste(space, {
    rated: Int32Array.from(rated),
    ratings: new Float32Array(rated.length).fill(rating),
    unseen: Int32Array.from(unseen),
  });

test('fame distinguishes unknown titles more than famous titles', () => {
  const { fame } = space;
  expect(fame[0] - fame[20]).toBeLessThan((fame[79] - fame[99]) / 2);
  expect(fame[0]).toBeCloseTo(1, 6);
});

test('liked titles that few people know lower the weight of fame, and one rating moves it by less than 15 %', () => {
  expect(weightOf([], 9)).toBe(1);
  expect(weightOf([40], 9)).toBeLessThan(1);
  expect(Math.abs(weightOf([40], 9) - 1)).toBeLessThan(0.15);
  expect(weightOf([40, 41, 42, 43, 44, 45, 46, 47], 9)).toBeLessThan(0.5);
});

test('a famous title that a user disliked lowers the weight of fame', () => {
  expect(weightOf([0], 2)).toBeLessThan(1);
  expect(weightOf([0], 9)).toBeGreaterThan(1);
});

test('famous titles that a user has not watched lower the weight of fame, and unknown ones do not change it', () => {
  expect(weightOf([], 9, [0, 1, 2, 3, 4, 5])).toBeLessThan(0.9);
  expect(weightOf([], 9, [60, 70, 80])).toBe(1);
});

test('an old title ranks above a new title of equal fame for a user with ratings, not for a user without', () => {
  const pair = fameSpace(
    catalogueOf([
      { genres: [1], year: 1950 },
      { genres: [1], year: 2020 },
    ]),
  );
  const scores = (count: number): number[] => [0, 1].map(addedByFame(pair, 10, 1, count));
  expect(scores(0)[0]).toBe(scores(0)[1]);
  expect(scores(10)[0]).toBeGreaterThan(scores(10)[1]);
});

const WESTERN = 1;
const sketches = Array.from(
  { length: 120 },
  (_, i): TitleSketch => ({ genres: [1 + (i % 6)], popularity: 0.8 }),
);
const model = contentModel(catalogueOf(sketches));
/** Returns by how much the signals raise a western that is not among the signals. */
function raised(signals: Partial<Signals>): number {
  const scores = model.interest(model.foldIn({ ...NOTHING, ...signals }));
  return scores[60] - scores[61];
}
const western = (k: number): number => 6 * k;

test('likes of one genre raise it more than as many likes of different genres raise their genres', () => {
  const same = [0, 1, 2, 3].map(western);
  const mixed = [0, 1, 2, 3].map((k) => western(k) + k);
  const ratings = [9, 9, 9, 9];
  expect(WESTERN).toBe(sketches[60].genres[0]);
  expect(raised({ rated: same, ratings })).toBeGreaterThan(4 * raised({ rated: mixed, ratings }));
});

test('a view without a rating raises similar titles, by less than a liked rating of the same title', () => {
  expect(raised({ seen: [western(0)] })).toBeGreaterThan(0);
  expect(raised({ seen: [western(0)] })).toBeLessThan(raised({ rated: [western(0)], ratings: [9] }));
});

test('a list entry raises similar titles, by less than a liked rating of the same title', () => {
  expect(raised({ listed: [western(0)] })).toBeGreaterThan(0);
  expect(raised({ listed: [western(0)] })).toBeLessThan(raised({ rated: [western(0)], ratings: [9] }));
});

test('a hide lowers similar titles, and never outweighs a liked title of the same kind', () => {
  const base = { rated: [1], ratings: [7] };
  expect(raised({ ...base, hidden: [western(0)] })).toBeLessThan(raised(base));
  for (const rating of [7, 8, 10]) {
    expect(raised({ rated: [western(1)], ratings: [rating], hidden: [western(0)] })).toBeGreaterThan(0);
  }
});

test('views, list entries and hides leave the predicted ratings as they are', () => {
  const rated = { ...NOTHING, rated: [1, 2], ratings: [9, 3] };
  const hinted = { ...rated, hidden: [western(2)], listed: [western(3)], seen: [western(4)] };
  for (const item of [60, 61]) {
    expect(model.predictRating(model.foldIn(hinted), item)).toEqual(
      model.predictRating(model.foldIn(rated), item),
    );
  }
});

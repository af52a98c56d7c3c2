import { expect, test } from 'vitest';
import { catalogueOf, NOTHING, type TitleSketch } from '../fixtures.ts';
import { topK } from '../math/select.ts';
import { contentModel } from '../user/content-model.ts';

/** Five titles of each of four genres. All twenty are about equally famous, the first genre a little more. */
const kinds = 4;
const titles = Array.from(
  { length: 20 },
  (_, i): TitleSketch => ({ genres: [1 + Math.floor(i / 5)], popularity: 0.9 - i / 10_000 }),
);
const model = contentModel(catalogueOf(titles));
const deck = (rated: number[]): number[] => {
  const scores = model.teach(model.foldIn({ ...NOTHING, rated, ratings: rated.map(() => 8) }));
  return [...topK(scores, titles.length)].filter((item) => !rated.includes(item));
};
const kindsOf = (items: number[]): number => new Set(items.map((item) => titles[item].genres[0])).size;

test('the first questions ask about every genre once before they ask about one of them again', () => {
  expect(kindsOf(deck([]).slice(0, kinds))).toBe(kinds);
  expect(kindsOf(deck([]).slice(0, 2 * kinds))).toBe(kinds);
});

test('after ratings of one genre, the next questions are about the other genres', () => {
  const next = deck([0, 1, 2]).slice(0, 3);
  expect(kindsOf(next)).toBe(3);
  expect(next.every((item) => item >= 5)).toBe(true);
});

test('a question about a title that few people know comes after the same question about a famous title', () => {
  const pair = contentModel(
    catalogueOf([
      { genres: [1], popularity: 0.4 },
      { genres: [1], popularity: 0.9 },
    ]),
  );
  const scores = pair.teach(pair.foldIn(NOTHING));
  expect(scores[1]).toBeGreaterThan(scores[0]);
});

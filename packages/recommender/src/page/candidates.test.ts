import { expect, test } from 'vitest';
import { catalogueOf, NOTHING } from '../fixtures.ts';
import { contentModel } from '../user/content-model.ts';
import { candidatesOf, tasteOf } from './candidates.ts';

const [HORROR, ROMANCE] = [1, 2];
/** Titles of even index are horror of the 1980s, the others romances of the 2010s. */
const model = contentModel(
  catalogueOf(
    Array.from({ length: 200 }, (_, i) => ({
      genres: [i % 2 === 0 ? HORROR : ROMANCE],
      themes: [i % 2 === 0 ? HORROR : ROMANCE],
      year: i % 2 === 0 ? 1985 : 2015,
      popularity: 1 - i / 400,
    })),
  ),
);
const items = Int32Array.from({ length: 100 }, (_, i) => 100 + i);
const candidatesFor = (rated: number[]) => {
  const user = model.foldIn({ ...NOTHING, rated, ratings: rated.map(() => 9) });
  return candidatesOf(model, user, items, model.interest(user, items));
};

test('a title belongs to the taste in whose turns it is best', () => {
  const candidates = candidatesFor([0, 2, 4, 6, 8, 1, 3, 5, 7, 9]);
  expect(candidates.tastes.map(({ share }) => share)).toEqual([0.5, 0.5]);
  const tastes = tasteOf(candidates);
  const [horror, romance] = tastes;
  expect(horror).not.toBe(romance);
  items.forEach((item, at) => {
    expect(tastes[at]).toBe(item % 2 === 0 ? horror : romance);
  });
});

test('with one taste the scores are the interest, number for number', () => {
  const rated = [0, 2, 4, 6, 8, 10, 12];
  const user = model.foldIn({ ...NOTHING, rated, ratings: rated.map(() => 9) });
  expect(candidatesFor(rated).tastes).toEqual([{ scores: model.interest(user, items), share: 1 }]);
});

import { type Catalogue, type Csr, contentModel, type UserFactors } from '@marquee/recommender';
import { expect, it } from 'vitest';
import { Predictions } from './predictions.ts';
import { Workbench } from './workbench.ts';

const SIZE = 30;
const none: Csr = { offsets: new Int32Array(SIZE + 1), values: new Int32Array() };
const catalogue: Catalogue = {
  size: SIZE,
  ids: Int32Array.from({ length: SIZE }, (_, i) => i + 1),
  type: new Uint8Array(SIZE),
  year: new Int16Array(SIZE).fill(2000),
  popularity: Float32Array.from({ length: SIZE }, (_, i) => 1 - i / SIZE),
  // Three genres in turn.
  genres: {
    offsets: Int32Array.from({ length: SIZE + 1 }, (_, i) => i),
    values: Int32Array.from({ length: SIZE }, (_, i) => i % 3),
  },
  directors: none,
  cast: none,
  franchise: new Int32Array(SIZE).fill(-1),
};
const model = contentModel(catalogue);
const fanOf = (genre: number): UserFactors => {
  const rated = [0, 1, 2, 3, 4, 5];
  const ratings = rated.map((item) => (item % 3 === genre ? 10 : 2));
  return model.foldIn({ rated, ratings, hidden: [], listed: [], genres: [] });
};

it('users whose pages are computed in turn get the scores, likelihoods and reasons that each would get alone', () => {
  const users = [fanOf(0), fanOf(1)];
  const answersOf = (bench: Workbench, user: UserFactors) => {
    const predictions = new Predictions(model, bench, user);
    predictions.predict([9, 10, 9]);
    return {
      scores: [...predictions.scores],
      probabilities: [9, 10, 11].map((item) => predictions.probability(item)),
      because: predictions.because(9, 'raised'),
    };
  };
  const alone = users.map((user) => answersOf(new Workbench(model), user));
  expect(alone[0]).not.toEqual(alone[1]);
  const shared = new Workbench(model);
  for (const turn of [0, 1, 0, 0, 1]) expect(answersOf(shared, users[turn] ?? fanOf(2))).toEqual(alone[turn]);
});

it('titles that are predicted together have the likelihoods of titles that are predicted one by one', () => {
  const user = fanOf(0);
  const items = Array.from({ length: SIZE }, (_, item) => item);
  const together = new Predictions(model, new Workbench(model), user);
  together.predict(items);
  const single = new Predictions(model, new Workbench(model), user);
  for (const item of items) expect(together.probability(item)).toBeCloseTo(single.probability(item), 5);
});

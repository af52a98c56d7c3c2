import { setImmediate } from 'node:timers/promises';
import { type Catalogue, type Csr, contentModel, type UserFactors } from '@marquee/recommender';
import { expect, it } from 'vitest';
import { Predictions } from './predictions.ts';

/** More than are kept. */
const SIZE = 300;
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
  const predictionsOf = () => [0, 1].map((genre) => new Predictions(model, fanOf(genre)));
  const answersOf = (predictions: Predictions | undefined) => {
    predictions?.of([9, 10, 9]);
    const found = predictions?.of([9, 10, 11]);
    return { scores: [...(predictions?.scores ?? [])], found, reasons: predictions?.reasonsFor(11) };
  };
  const alone = predictionsOf().map(answersOf);
  expect(alone[0]).not.toEqual(alone[1]);
  const inTurn = predictionsOf();
  for (const turn of [0, 1, 0, 0, 1]) expect(answersOf(inTurn[turn])).toEqual(alone[turn]);
});

it('titles that are predicted together have the likelihoods of titles that are predicted one by one', () => {
  const user = fanOf(0);
  const items = Array.from({ length: SIZE }, (_, item) => item);
  const together = new Predictions(model, user);
  const all = together.of(items);
  const single = new Predictions(model, user);
  for (const item of items) {
    const [alone] = single.of([item]);
    expect(all[item]).toBeCloseTo(alone ?? 0, 5);
    expect(together.reasonsFor(item)).toEqual(single.reasonsFor(item));
  }
});

it('predicts no title of a page again while the page is written', () => {
  const predictions = new Predictions(model, fanOf(0));
  predictions.of([0]);
  const items = Array.from({ length: SIZE - 1 }, (_, at) => at + 1);
  const page = predictions.of(items);
  items.forEach((item, at) => {
    expect(predictions.of([item])[0]).toBe(page[at]);
  });
});

/** Counts how often the ratings of a user are prepared to explain titles. */
function countExplains(): { counting: typeof model; count: () => number } {
  let found = 0;
  const counting = new Proxy(model, {
    get(target, name) {
      if (name === 'explain') found++;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { counting, count: () => found };
}

it('finds the effects of ratings once for the titles of a reply, and forgets them after it', async () => {
  const { counting, count } = countExplains();
  const predictions = new Predictions(counting, fanOf(0));
  for (let item = 200; item < 260; item++) predictions.reasonsFor(item);
  expect(count()).toBe(1);
  await setImmediate();
  predictions.reasonsFor(199);
  expect(count()).toBe(2);
});

it('explains no title again while its likelihood is kept, and forgets its reasons with the likelihood', async () => {
  const { counting, count } = countExplains();
  const predictions = new Predictions(counting, fanOf(0));
  predictions.reasonsFor(200);
  await setImmediate();
  predictions.reasonsFor(200);
  expect(count()).toBe(1);
  predictions.of(Array.from({ length: 250 }, (_, item) => item).filter((item) => item !== 200));
  predictions.of([260]);
  predictions.reasonsFor(200);
  expect(count()).toBe(2);
});

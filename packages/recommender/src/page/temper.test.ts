import { expect, test } from 'vitest';
import { catalogueOf, NOTHING } from '../fixtures.ts';
import { normalBelow } from '../model/like-probability.ts';
import { contentModel } from '../user/content-model.ts';
import { choiceOf, temper } from './temper.ts';

const SIZE = 1_000;
/** The first title is the best. */
const scores = Float32Array.from({ length: SIZE }, (_, item) => SIZE - item);

test('a title is chosen with a chance that falls with its place and is one half at place 300', () => {
  const chance = choiceOf(scores);
  const chances = Array.from({ length: SIZE }, (_, item) => chance(item));
  expect(chances).toEqual([...chances].sort((a, b) => b - a));
  expect(chance(299)).toBeCloseTo(0.5, 5);
  expect(chance(0)).toBeGreaterThan(0.9);
  expect(chance(SIZE - 1)).toBeLessThan(0.01);
});

test('the unit of the order has no effect', () => {
  const other = choiceOf(scores.map((score) => 0.01 * score - 7));
  const chance = choiceOf(scores);
  for (const item of [0, 150, 299, 500, 999]) expect(other(item)).toBeCloseTo(chance(item), 4);
});

test('without an order, as in a catalogue of equal titles, the ratings count in full', () => {
  expect(choiceOf(new Float32Array(20))(3)).toBe(1);
  expect(choiceOf(new Float32Array())(0)).toBe(1);
});

test('a title that the user would hardly choose has the likelihood of a stranger, unless the ratings speak against it', () => {
  expect(temper(2, 0.3, 0)).toBeCloseTo(normalBelow(0.3), 6);
  expect(temper(1.2, 0.3, 1)).toBeGreaterThan(normalBelow(1.2));
  expect(temper(-1, 0.3, 0)).toBeLessThan(normalBelow(0));
  expect(temper(2, 0.3, 0.5)).toBeGreaterThan(temper(2, 0.3, 0.2));
});

test('no likelihood exceeds .97', () => {
  expect(temper(9, 9, 1)).toBe(0.97);
  const model = contentModel(
    catalogueOf(Array.from({ length: 60 }, () => ({ genres: [1], directors: [7], popularity: 1 }))),
  );
  const rated = Array.from({ length: 50 }, (_, item) => item);
  const lover = model.foldIn({ ...NOTHING, rated, ratings: rated.map(() => 10) });
  expect(Math.max(...model.likeProbabilities(lover, [55, 56, 57]))).toBeCloseTo(0.97, 6);
});

test('a lover of one genre gets a lower likelihood for the unknown titles of another than before it was tempered', () => {
  const model = contentModel(
    catalogueOf(
      Array.from({ length: 900 }, (_, item) => ({ genres: [1 + (item % 3)], popularity: 1 - item / 900 })),
    ),
  );
  const rated = [0, 3, 6, 9, 12];
  const lover = model.foldIn({ ...NOTHING, rated, ratings: rated.map(() => 10) });
  const order = model.interest(lover);
  const limit = order.slice().sort()[SIZE / 4];
  const isLast = (item: number): boolean => order[item] < limit;
  const others = Array.from({ length: 300 }, (_, at) => 3 * at + 1).filter(isLast);
  const stranger = model.likeProbabilities(model.foldIn(NOTHING), others);
  const tempered = model.likeProbabilities(lover, others);
  const { mean, variance } = model.predictRatings(lover, others);
  others.forEach((_, k) => {
    const untempered = normalBelow((mean[k] - 6.5) / Math.sqrt(variance[k]));
    expect(untempered).toBeGreaterThan(stranger[k]);
    expect(tempered[k]).toBeLessThan(untempered);
  });
});

import { expect, test } from 'vitest';
import { community } from './fixtures.ts';
import { gradeOf } from './inner-validation.ts';
import { standardize } from './order-columns.ts';
import { type RatingTable, ratingTable } from './rating-table.ts';
import { KERNEL, orderScorer, trainOrder } from './train-order.ts';
import { trainUserKernel } from './user-kernel.ts';

const gradesOf = ({ matrix }: RatingTable) => ({ ...matrix, values: matrix.values.map(gradeOf) });

test('trainOrder gives the ranker over users 30 % of the blend when userKernel is set and users are few', async () => {
  const { catalogue, ratings } = community(60, 40, 15, 3);
  const table = ratingTable(ratings);
  const options = { factors: 4, head: 40, seed: 1 };
  const both = await trainOrder(catalogue, table, options);
  const all = await trainOrder(catalogue, table, { ...options, userKernel: true });
  expect(both.userKernel).toBeNull();
  const titles = Int32Array.of(0, 3, 6);
  const grades = Float32Array.of(1, 0.7, 0.3);
  const scores = new Float32Array(table.titles.length);
  const byUsers = new Float32Array(table.titles.length);
  const blended = new Float32Array(table.titles.length);
  orderScorer(both)(titles, grades, scores);
  const kernel = await trainUserKernel(gradesOf(table), KERNEL.few);
  kernel.score(titles, grades, byUsers);
  standardize(byUsers);
  orderScorer(all)(titles, grades, blended);
  blended.forEach((score, i) => {
    expect(score).toBeCloseTo(0.3 * byUsers[i] + 0.7 * scores[i], 5);
  });
});

test('trainOrder chooses the share of the ranker over users when there are 1,600 users', async () => {
  const { catalogue, ratings } = community(1600, 60, 12, 3);
  const options = { factors: 4, head: 60, seed: 1, userKernel: true };
  const table = ratingTable(ratings);
  const { hyper, userKernel } = await trainOrder(catalogue, table, options);
  expect([0, 0.15, 0.3, 0.45]).toContain(hyper.kernelShare);
  expect(userKernel !== null).toBe(hyper.kernelShare > 0);
  const scores = new Float32Array(table.titles.length);
  const expected = new Float32Array(table.titles.length);
  userKernel?.score([0, 3], [1, 1], scores);
  if (userKernel) (await trainUserKernel(gradesOf(table), KERNEL.many)).score([0, 3], [1, 1], expected);
  expect(scores).toEqual(expected);
}, 60_000);

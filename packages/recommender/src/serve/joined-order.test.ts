import { expect, test } from 'vitest';
import { topK } from '../math/select.ts';
import { candidatesIn, dealTurns, joinOrders, notJoined } from './joined-order.ts';

const SIZE = 3_000;
const NONE = new Int32Array(0);
const JOINS = { areClear: false, takesTurns: true };
const common = Float32Array.from({ length: SIZE }, (_, i) => 10 - i / 100);
/** A group likes each title whose index leaves this rest when divided by 3. */
const liking = (rest: number): Float32Array => common.map((_, i) => (i % 3 === rest ? 100 : 0));
const groups = [
  { scores: liking(0), share: 0.75 },
  { scores: liking(1), share: 0.25 },
];

/** Joins orders of every title, as models do with those of the candidates. */
function join(
  order: Float32Array,
  given: readonly { readonly scores: Float32Array; readonly share: number }[],
  known: Int32Array,
  how: { areClear: boolean; takesTurns: boolean },
) {
  const candidates = candidatesIn(order, known);
  const ofCandidates = given.map(({ scores, share }) => ({
    scores: Float32Array.from(candidates, (item) => scores[item]),
    share,
  }));
  return joinOrders(order, candidates, ofCandidates, how);
}

test('with one taste the order is the one from all evidence, number for number', () => {
  const { scores, groupOf, shares } = notJoined(common);
  expect(scores).toEqual(common);
  expect(groupOf.every((group) => group === -1)).toBe(true);
  expect(shares).toEqual([]);
});

test('the joined order has the scores of the order from all evidence, at other titles', () => {
  const { scores } = join(common, groups, NONE, JOINS);
  expect(scores).not.toEqual(common);
  expect(scores.toSorted()).toEqual(common.toSorted());
});

test('of every number of first titles each group has its share', () => {
  const { scores, groupOf } = join(common, groups, NONE, JOINS);
  const first = topK(scores, 1_000);
  for (const count of [4, 10, 100, 1_000]) {
    const own = first.subarray(0, count).filter((item) => groupOf[item] === 0).length;
    expect(Math.abs(own - 0.75 * count)).toBeLessThanOrEqual(1);
  }
  expect(first.subarray(0, 100).every((item) => item % 3 === groupOf[item])).toBe(true);
});

test('known titles take no turn', () => {
  const known = Int32Array.from({ length: 300 }, (_, n) => 3 * n);
  const { scores, groupOf } = join(common, groups, known, JOINS);
  for (const item of known) {
    expect(groupOf[item]).toBe(-1);
    expect(scores[item]).toBe(common[item]);
  }
});

test('an order that takes no turns stays as it is and still names them', () => {
  const { scores, groupOf } = join(common, groups, NONE, { areClear: false, takesTurns: false });
  expect(scores).toEqual(common);
  expect(groupOf[0]).toBe(0);
  expect(groupOf[1]).toBe(1);
});

test('between clear groups, what all of them like fills no turn', () => {
  const famous = common.map((_, i) => (i < 30 ? 5 : 0));
  const fans = [0, 1].map((rest) => ({
    scores: famous.map((fame, i) => fame + (i % 3 === rest ? 1 : 0)),
    share: 0.5,
  }));
  const nearlyFlat = common.map((_, i) => -i / 1e6);
  const firstOf = (areClear: boolean): Int32Array =>
    topK(join(nearlyFlat, fans, NONE, { areClear, takesTurns: true }).scores, 30);
  expect(firstOf(false).every((item) => item < 30)).toBe(true);
  expect(firstOf(true).every((item) => item % 3 < 2)).toBe(true);
});

test('a catalogue smaller than the turns is joined whole', () => {
  const few = groups.map(({ scores, share }) => ({ scores: scores.slice(0, 5), share }));
  const { scores } = join(common.slice(0, 5), few, Int32Array.of(2), JOINS);
  expect(scores.toSorted()).toEqual(common.slice(0, 5).toSorted());
});

test('among some of the titles the groups take turns too, until one has none left', () => {
  const groupOf = Int8Array.of(0, 0, 0, 1, 1, 1, -1, 0);
  const deal = (shares: number[], ...ranked: number[]): number[] => [
    ...dealTurns({ scores: common, groupOf, shares }, Int32Array.from(ranked)),
  ];
  expect(deal([0.5, 0.5], 6, 2, 1, 0, 5, 4)).toEqual([2, 5, 1, 4, 0, 6]);
  expect(deal([0.75, 0.25], 3, 4, 0, 1, 2, 7)).toEqual([0, 1, 3, 2, 7, 4]);
  expect(deal([], 3, 4, 0, 6, 1)).toEqual([3, 4, 0, 6, 1]);
});

import { expect, test } from 'vitest';
import { type Answer, weightOfFame } from './known.ts';

/** Title 0 is famous, title 1 is not. */
const popularity = Float32Array.of(0.95, 0.75);
const famous = (isKnown: boolean, count: number): Answer[] => Array(count).fill({ item: 0, isKnown });
const others = (isKnown: boolean, count: number): Answer[] => Array(count).fill({ item: 1, isKnown });
/** @param answers in the order in which they were given. */
const weight = (...answers: Answer[][]): number => weightOfFame(popularity, answers.flat().reverse());

test('fame has its full weight without answers, and for a user who knows famous titles', () => {
  expect(weight()).toBe(1);
  expect(weight(famous(true, 20))).toBe(1);
});

test('six famous titles in a row that the user has not watched lower the weight of fame, also after many that they know', () => {
  expect(weight(famous(false, 6))).toBeCloseTo(0.2);
  expect(weight(famous(true, 20), famous(false, 6))).toBeCloseTo(0.2);
});

test('one famous title that the user has not watched says next to nothing', () => {
  expect(weight(famous(false, 1))).toBeGreaterThan(0.95);
});

test('five known titles that few people know lower the weight of fame, and unwatched ones say nothing', () => {
  expect(weight(others(true, 5))).toBeCloseTo(0.2);
  expect(weight(others(false, 20))).toBe(1);
});

test('famous titles that the user knows raise the weight again', () => {
  expect(weight(famous(false, 20), famous(true, 6))).toBe(1);
});

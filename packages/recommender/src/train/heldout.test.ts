import { expect, test } from 'vitest';
import { validationOf } from './heldout.ts';

const peopleOf = (count: number): Int32Array => Int32Array.from({ length: count }, (_, k) => k + 1);

test.each([145, 150, 160, 1499])('each of %i users is held out of exactly one of five trainings', (count) => {
  const people = peopleOf(count);
  const { cross, folds } = validationOf(people);
  expect(cross).toBe(true);
  expect(folds).toHaveLength(5);
  for (const user of people) expect(folds.filter((isKeptOut) => isKeptOut(user))).toHaveLength(1);
});

test('about 150 of 1,500 users are held out of a single training', () => {
  const people = peopleOf(1500);
  const { cross, folds } = validationOf(people);
  expect(cross).toBe(false);
  expect(folds).toHaveLength(1);
  const keptOut = people.filter((user) => folds[0](user)).length;
  expect(keptOut).toBeGreaterThan(120);
  expect(keptOut).toBeLessThan(180);
});

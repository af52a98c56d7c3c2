import { expect, test } from 'vitest';
import { validationOf } from './heldout.ts';

const usersOf = (count: number): Int32Array => Int32Array.from({ length: count }, (_, k) => k + 1);

test.each([145, 150, 160, 1499])('each of %i users is held out of exactly one of five trainings', (count) => {
  const users = usersOf(count);
  const { cross, folds } = validationOf(users);
  expect(cross).toBe(true);
  expect(folds).toHaveLength(5);
  for (const user of users) expect(folds.filter((isKeptOut) => isKeptOut(user))).toHaveLength(1);
});

test('about 150 of 1,500 users are held out of a single training', () => {
  const users = usersOf(1500);
  const { cross, folds } = validationOf(users);
  expect(cross).toBe(false);
  expect(folds).toHaveLength(1);
  const keptOut = users.filter((user) => folds[0](user)).length;
  expect(keptOut).toBeGreaterThan(120);
  expect(keptOut).toBeLessThan(180);
});

import { expect, test } from 'vitest';
import type { UserFigures } from './first-evening.ts';
import { fitInFolds } from './fit-in-folds.ts';

/** A hundred users, of whom every fifth is of niche taste. */
const figures = (ndcgOf: (id: number, isNiche: boolean) => number): UserFigures[] =>
  [5, 20].flatMap((known) =>
    Array.from({ length: 100 }, (_, id) => {
      const isNiche = id % 5 === 0;
      return {
        id,
        known,
        ndcg10: ndcgOf(id, isNiche),
        popularity: 0.5,
        arranged: 0.5,
        popular: 0.5,
        isNiche,
      };
    }),
  );
const before = figures(() => 0.5);
const gentle = { name: 'gentle', users: figures((_, isNiche) => (isNiche ? 0.55 : 0.5)) };
const costly = { name: 'costly', users: figures((_, isNiche) => (isNiche ? 0.7 : 0.4)) };
const winsTheMean = { name: 'wins the mean', users: figures((_, isNiche) => (isNiche ? 0.5 : 0.6)) };

test('the candidate that helps the niche fifth without a loss for all is chosen on every fold', () => {
  const { chosen, users } = fitInFolds(before, [winsTheMean, costly, gentle], 1);
  expect(chosen).toEqual(Array(5).fill('gentle'));
  expect(users.toSorted((a, b) => a.known - b.known || a.id - b.id)).toEqual(gentle.users);
});

test('a candidate that is good only for some users does not choose itself for them', () => {
  // Each of these candidates is good for one user alone, so the other four folds cannot find it.
  const lucky = Array.from({ length: 20 }, (_, k) => ({
    name: `lucky for ${5 * k}`,
    users: figures((id) => (id === 5 * k ? 1 : 0.499)),
  }));
  const { users } = fitInFolds(before, lucky, 1);
  const own = users.filter(({ ndcg10 }) => ndcg10 === 1).map(({ id }) => id);
  expect(new Set(own).size).toBeLessThan(5);
});

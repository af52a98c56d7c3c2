import { expect, test } from 'vitest';
import { contentModel } from './content-model.ts';
import { catalogueOf } from './fixtures.ts';
import { franchiseName } from './franchise.ts';

const DRAMA = 1;
const WESTERN = 2;
const model = contentModel(
  catalogueOf([
    { genres: [DRAMA, WESTERN], directors: [10, 11], cast: [20, 21, 22], franchise: 3 },
    { genres: [DRAMA], directors: [11], cast: [20], franchise: 3 },
    { genres: [DRAMA], directors: [30, 11], cast: [20] },
    { genres: [DRAMA], directors: [31], cast: [22, 21] },
    { genres: [WESTERN, DRAMA], cast: [40] },
    { genres: [5] },
  ]),
);

test('the shared fact is a franchise, else a director, else the actor billed highest, else a genre', () => {
  expect(model.shared(0, 1)).toEqual({ kind: 'franchise', id: 3 });
  expect(model.shared(0, 2)).toEqual({ kind: 'director', id: 11 });
  // Actor 22 has the positions 2 and 0, and actor 21 has 1 and 1. The sums are equal, so the position in the
  // first title decides.
  expect(model.shared(0, 3)).toEqual({ kind: 'cast', id: 21 });
  expect(model.shared(0, 4)).toEqual({ kind: 'genre', id: WESTERN });
  expect(model.shared(0, 5)).toBeNull();
});

test('franchiseName returns the words with which both names begin', () => {
  expect(franchiseName('The Matrix', 'The Matrix Reloaded')).toBe('The Matrix');
  expect(
    franchiseName('Harry Potter and the Goblet of Fire', 'Harry Potter and the Chamber of Secrets'),
  ).toBe('Harry Potter');
  expect(franchiseName('Star Trek: Nemesis', 'Star Trek Beyond')).toBe('Star Trek');
  expect(franchiseName('Alien', 'Predator')).toBeNull();
});

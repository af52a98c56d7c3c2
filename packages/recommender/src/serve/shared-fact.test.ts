import { expect, test } from 'vitest';
import { catalogueOf, NOTHING } from '../fixtures.ts';
import { factSpace } from '../model/fact-space.ts';
import { franchiseName } from '../model/franchise.ts';
import { contentModel } from './content-model.ts';
import { mostSpecific } from './shared-fact.ts';

const DRAMA = 1;
const WESTERN = 2;
const SWEDEN = 3;
const AMERICA = 4;
const catalogue = catalogueOf([
  { genres: [DRAMA, WESTERN], directors: [10, 11], cast: [20, 21, 22], franchise: 3, year: 1954 },
  { genres: [DRAMA], directors: [11], cast: [20], franchise: 3 },
  { genres: [DRAMA], directors: [30, 11], cast: [20] },
  { genres: [DRAMA], directors: [31], cast: [22, 21] },
  { genres: [WESTERN, DRAMA], cast: [40] },
  { genres: [5], countries: [SWEDEN, AMERICA], year: 1959 },
  { genres: [6, 7, DRAMA], countries: [SWEDEN] },
  { genres: [7, 6], countries: [SWEDEN, AMERICA], year: 2001 },
  { genres: [], cast: [50, 51, 52, 53, 22], year: 1990 },
  { genres: [8], countries: [AMERICA], year: 1994 },
  { genres: [DRAMA, 9], directors: [43], cast: [52], year: 1970 },
  { genres: [DRAMA, 10], cast: [60, 61, 62, 53], year: 1980 },
]);
const space = factSpace(catalogue);
const shared = (a: number, b: number, genres = 3) => mostSpecific(space, a, [b], 1, genres)[0]?.shared;

test('the shared fact is a franchise, else a director, else the leading actor billed highest, else a rare genre', () => {
  expect(shared(0, 1)).toEqual({ kind: 'franchise', id: 3 });
  expect(shared(0, 2)).toEqual({ kind: 'director', id: 11 });
  // Actor 22 has the positions 2 and 0, and actor 21 has 1 and 1. The sums are equal, so the position in the
  // first title decides.
  expect(shared(0, 3)).toEqual({ kind: 'cast', id: 21 });
  expect(shared(0, 4)).toEqual({ kind: 'genre', id: WESTERN });
  expect(shared(1, 9)).toBeNull();
});

test('the rarer of a shared genre and a shared country is named, and a decade when nothing else is shared', () => {
  // Two titles have genre 6 and three are Swedish.
  expect(shared(6, 7)).toEqual({ kind: 'genre', id: 6 });
  expect(shared(5, 6)).toEqual({ kind: 'country', id: SWEDEN });
  expect(shared(8, 9)).toEqual({ kind: 'decade', id: 1990 });
  expect(shared(0, 5)).toEqual({ kind: 'decade', id: 1950 });
});

test('a genre that the cards do not show, a genre of most titles and an actor in a small part are not named', () => {
  expect(shared(6, 4, 2)).toEqual({ kind: 'decade', id: 2000 });
  expect(shared(6, 4)).toEqual({ kind: 'decade', id: 2000 });
  expect(shared(3, 8)).toBeNull();
  expect(shared(1, 10)).toBeNull();
  // Actor 53 is fourth in both casts.
  expect(shared(8, 11)).toEqual({ kind: 'cast', id: 53 });
});

test('among the liked titles with the largest effects, a title by the same director is the first reason', () => {
  const model = contentModel(
    catalogueOf([
      { genres: [DRAMA], directors: [1], countries: [SWEDEN], year: 1957 },
      { genres: [DRAMA], countries: [SWEDEN], year: 1957 },
      { genres: [DRAMA], directors: [1], countries: [SWEDEN], year: 1957 },
      ...Array.from({ length: 60 }, (_, i) => ({ genres: [WESTERN + (i % 3)], countries: [AMERICA] })),
    ]),
  );
  const user = model.foldIn({ ...NOTHING, rated: [1, 2], ratings: [10, 9] });
  const reasons = model.explain(user)(0, 'raised', 3);
  expect(reasons.map(({ item, shared: fact }) => [item, fact?.kind])).toEqual([
    [2, 'director'],
    [1, 'genre'],
  ]);
});

test('franchiseName returns the words with which both names begin', () => {
  expect(franchiseName('The Matrix', 'The Matrix Reloaded')).toBe('The Matrix');
  expect(
    franchiseName('Harry Potter and the Goblet of Fire', 'Harry Potter and the Chamber of Secrets'),
  ).toBe('Harry Potter');
  expect(franchiseName('Star Trek: Nemesis', 'Star Trek Beyond')).toBe('Star Trek');
  expect(franchiseName('Alien', 'Predator')).toBeNull();
});

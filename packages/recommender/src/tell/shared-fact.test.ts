import { expect, test } from 'vitest';
import { catalogueOf, NOTHING } from '../fixtures.ts';
import { factSpace } from '../model/fact-space.ts';
import { franchiseName } from '../model/franchise.ts';
import { contentModel } from '../user/content-model.ts';
import { mostSpecific, sharedFacts } from './shared-fact.ts';

const DRAMA = 1;
const WESTERN = 2;
const SWEDEN = 3;
const AMERICA = 4;
const FAMILIES = 1;
const FRIENDSHIP = 2;
const SILENT = 3;
const catalogue = catalogueOf([
  { genres: [DRAMA, WESTERN], directors: [10, 11], cast: [20, 21, 22], franchise: 3, year: 1954 },
  { genres: [DRAMA], directors: [11], cast: [20], franchise: 3 },
  { genres: [DRAMA], directors: [30, 11], cast: [25] },
  { genres: [DRAMA], directors: [31], cast: [22, 21], year: 1990 },
  { genres: [WESTERN, DRAMA], cast: [40] },
  { genres: [5], countries: [SWEDEN, AMERICA], year: 1959 },
  { genres: [6, 7, DRAMA], countries: [SWEDEN] },
  { genres: [7, 6], countries: [AMERICA, SWEDEN], year: 2001 },
  { genres: [], cast: [50, 51, 52, 53, 22], year: 1990 },
  { genres: [8], countries: [AMERICA], year: 1994 },
  { genres: [DRAMA, 10], cast: [60, 61, 62, 53], year: 1980 },
  { genres: [9], themes: [FAMILIES, FRIENDSHIP], year: 1930, cast: [70] },
  { genres: [9], themes: [FRIENDSHIP, FAMILIES], year: 1940 },
  { genres: [9], themes: [SILENT], year: 1920, cast: [70] },
  ...Array.from({ length: 3 }, () => ({ genres: [DRAMA], themes: [FRIENDSHIP], year: 0 })),
  ...Array.from({ length: 12 }, () => ({ genres: [DRAMA], year: 0 })),
]);
const space = factSpace(catalogue, 3);
const factsOf = (a: number, b: number, genres = 3) =>
  sharedFacts(genres === 3 ? space : factSpace(catalogue, genres), a, b).map(({ kind, id }) => [kind, id]);

test('shared facts are the franchise, then themes and people, the rarest first, then country, decade and genre', () => {
  expect(factsOf(0, 1)?.slice(0, 2)).toEqual([
    ['franchise', 3],
    ['cast', 20],
  ]);
  expect(factsOf(0, 2)).toEqual([['director', 11]]);
  expect(factsOf(0, 4)).toEqual([['genre', WESTERN]]);
  expect(factsOf(5, 6)).toEqual([['country', SWEDEN]]);
  expect(factsOf(8, 9)).toEqual([['decade', 1990]]);
  expect(factsOf(6, 7)).toEqual([
    ['decade', 2000],
    ['genre', 6],
    ['genre', 7],
  ]);
  expect(factsOf(11, 12)).toEqual([
    ['theme', FAMILIES],
    ['theme', FRIENDSHIP],
  ]);
});

test('a title that names another is loved with it, which is said after a franchise and before a theme', () => {
  const loved = factSpace(
    catalogueOf([
      { genres: [], lovedWith: [1, 2], themes: [FAMILIES], year: 0 },
      { genres: [], themes: [FAMILIES], franchise: 1, year: 0 },
      { genres: [], franchise: 1, year: 0 },
      { genres: [], themes: [SILENT], franchise: 1, lovedWith: [1], year: 0 },
    ]),
  );
  const kindsOf = (a: number, b: number) => sharedFacts(loved, a, b).map(({ kind, id }) => [kind, id]);
  expect(kindsOf(0, 1)).toEqual([
    ['loved_with', 1],
    ['theme', FAMILIES],
  ]);
  expect(kindsOf(2, 0)).toEqual([['loved_with', 0]]);
  expect(kindsOf(1, 3)).toEqual([
    ['franchise', 1],
    ['loved_with', 3],
  ]);
  // Both are loved with the first, but neither names the other.
  expect(kindsOf(1, 2)).toEqual([['franchise', 1]]);
});

test('a country that only helped to produce one of the titles is not named', () => {
  expect(factsOf(5, 7)).toEqual([]);
});

test('a genre is not named where both titles have themes, on the cards of none, or in a quarter of all titles', () => {
  expect(factsOf(11, 13)).toEqual([['cast', 70]]);
  expect(factsOf(12, 13)).toEqual([]);
  expect(factsOf(6, 7, 1)).toEqual([['decade', 2000]]);
  expect(factsOf(1, 10)).toEqual([]);
});

test('an actor in a small part is not named', () => {
  expect(factsOf(3, 8)).toEqual([['decade', 1990]]);
  // Actor 53 is fourth in both casts.
  expect(factsOf(8, 10)).toEqual([['cast', 53]]);
});

test('the second reason is the one that shares most with the first, so that one sentence can name both', () => {
  const [FIRST, KIN, STRANGER] = [0, 1, 2];
  const few = factSpace(
    catalogueOf([
      { genres: [], themes: [1, 2], directors: [10] },
      { genres: [], themes: [1, 2] },
      { genres: [], themes: [4] },
      { genres: [], themes: [1, 2, 4], directors: [10] },
      { genres: [], themes: [1, 4] },
      { genres: [], themes: [1, 2] },
    ]),
  );
  expect(mostSpecific(few, 3, [STRANGER, KIN, FIRST], 2)).toEqual([FIRST, KIN]);
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
  const reasons = model.explain(user)(0, 'raised');
  expect(reasons.map((item) => [item, sharedFacts(model.facts, 0, item)[0]?.kind])).toEqual([
    [2, 'director'],
    [1, 'country'],
  ]);
});

test('a title that is loved with a rated one is explained by it, also where other ratings moved it more', () => {
  const model = contentModel(
    catalogueOf([
      { genres: [DRAMA], countries: [SWEDEN], year: 1957, lovedWith: [2] },
      ...Array.from({ length: 8 }, (_, at) => ({
        genres: at === 1 ? [WESTERN] : [DRAMA],
        countries: at === 1 ? [AMERICA] : [SWEDEN],
        year: at === 1 ? 2000 : 1957,
      })),
      ...Array.from({ length: 60 }, (_, i) => ({ genres: [WESTERN + (i % 3)], countries: [AMERICA] })),
    ]),
  );
  const rated = [1, 2, 3, 4, 5, 6, 7, 8];
  const user = model.foldIn({ ...NOTHING, rated, ratings: rated.map(() => 9) });
  expect(model.explain(user)(0, 'raised')[0]).toBe(2);
});

test('franchiseName returns the words with which both names begin', () => {
  expect(franchiseName('The Matrix', 'The Matrix Reloaded')).toBe('The Matrix');
  expect(
    franchiseName('Harry Potter and the Goblet of Fire', 'Harry Potter and the Chamber of Secrets'),
  ).toBe('Harry Potter');
  expect(franchiseName('Star Trek: Nemesis', 'Star Trek Beyond')).toBe('Star Trek');
  expect(franchiseName('Alien', 'Predator')).toBeNull();
});

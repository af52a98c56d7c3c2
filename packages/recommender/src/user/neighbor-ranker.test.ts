import { expect, test } from 'vitest';
import { catalogueOf, NOTHING, type TitleSketch } from '../fixtures.ts';
import type { Signals } from '../model/types.ts';
import { contentModel } from './content-model.ts';

/** 200 equally popular titles of other genres. Each catalogue of these tests contains them. */
const others = Array.from(
  { length: 200 },
  (_, i): TitleSketch => ({ genres: [10 + (i % 5)], year: 1960 + (i % 60) }),
);
const RATED = 0;
const sketches: TitleSketch[] = [
  { genres: [1], year: 1990, directors: [100], cast: [200], franchise: 7 },
  { genres: [2], year: 2000 },
  { genres: [1], year: 2000 },
  { genres: [2], year: 2000, directors: [100] },
  { genres: [2], year: 2000, cast: [200] },
  { genres: [2], year: 1991 },
  { genres: [2], year: 2000, franchise: 7 },
  ...others,
];
const model = contentModel(catalogueOf(sketches));
const UNRELATED = 1;
const RELATED = [2, 3, 4, 5, 6];

function scores(signals: Partial<Signals>): Float32Array {
  const out = model.interest(model.foldIn({ ...NOTHING, ...signals }));
  return out;
}

test('a liked title raises the scores of titles that share its genre, director, cast, years or franchise', () => {
  const liked = scores({ rated: [RATED], ratings: [10] });
  for (const item of RELATED) expect(liked[item]).toBeGreaterThan(liked[UNRELATED]);
});

test('a strongly disliked title lowers the score of a title of its genre, and a liked title raises this score', () => {
  const ratings = [2, 9, 9, 9];
  const mixed = scores({ rated: [RATED, 10, 11, 12], ratings });
  const without = scores({ rated: [10, 11, 12], ratings: ratings.slice(1) });
  const gap = (all: Float32Array): number => all[2] - all[UNRELATED];
  expect(gap(mixed)).toBeLessThan(gap(without));
  const liked = scores({ rated: [RATED, 10, 11, 12], ratings: [9, 9, 9, 9] });
  expect(gap(liked)).toBeGreaterThan(gap(without));
});

test('a rating replaces a hide and a list entry of the same title', () => {
  const rated = scores({ rated: [RATED], ratings: [8] });
  expect(scores({ rated: [RATED], ratings: [8], hidden: [RATED], listed: [RATED] })).toEqual(rated);
});

/** Columns: a fact, its value in the rated title and in title 1, and its value in title 2. */
const facts: [string, Partial<TitleSketch>, Partial<TitleSketch>][] = [
  ['country', { countries: [1] }, { countries: [2] }],
  ['runtime', { runtime: 90 }, { runtime: 180 }],
  ['audience level', { ageLevel: 3 }, { ageLevel: 0 }],
  ['type', { type: 1 }, { type: 0 }],
];

test.each(facts)(
  'a liked title ranks a title with the same %s above a title with another value',
  (_fact, own, other) => {
    const some = others.map((title, i) => ({ ...title, ...(i % 2 === 0 ? own : other) }));
    const pair = [own, own, other].map((fact): TitleSketch => ({ genres: [2], ...fact }));
    const small = contentModel(catalogueOf([...pair, ...some]));
    const out = small.interest(small.foldIn({ ...NOTHING, rated: [0], ratings: [9] }));
    expect(out[1]).toBeGreaterThan(out[2]);
  },
);

test('a liked title raises titles that share a theme, a rare one more than a common one', () => {
  const [RARE, COMMON, OTHER] = [1, 2, 3];
  const themed = contentModel(
    catalogueOf([
      { genres: [1], themes: [RARE, COMMON] },
      { genres: [2], themes: [RARE] },
      { genres: [2], themes: [COMMON] },
      { genres: [2], themes: [OTHER] },
      ...others.map((title, i) => ({ ...title, themes: i % 3 === 0 ? [COMMON] : [4 + (i % 9)] })),
    ]),
  );
  const user = themed.foldIn({ ...NOTHING, rated: [0], ratings: [9] });
  const out = themed.interest(user);
  expect(out[1]).toBeGreaterThan(out[2]);
  expect(out[2]).toBeGreaterThan(out[3]);
  const { mean } = themed.predictRatings(user, [1, 3]);
  expect(mean[0]).toBeGreaterThan(mean[1]);
});

test('a liked title raises what it names, what names it, and less what is loved with the same titles', () => {
  const [NAMED, NAMING, KIN, OTHER] = [1, 2, 3, 4];
  const loved = contentModel(
    catalogueOf([
      { genres: [1], lovedWith: [NAMED] },
      { genres: [2] },
      { genres: [2], lovedWith: [0] },
      { genres: [2], lovedWith: [NAMED] },
      { genres: [2], lovedWith: [5] },
      ...others,
    ]),
  );
  const out = loved.interest(loved.foldIn({ ...NOTHING, rated: [0], ratings: [9] }));
  expect(out[NAMED]).toBeGreaterThan(out[KIN]);
  expect(out[NAMING]).toBeGreaterThan(out[KIN]);
  expect(out[KIN]).toBeGreaterThan(out[OTHER]);
});

test('unknown countries, runtimes and audience levels do not change the order', () => {
  const signals = { ...NOTHING, rated: [RATED, 10], ratings: [9, 3] };
  const unknown = sketches.map((title) => ({ ...title, countries: [], runtime: 0, ageLevel: -1 }));
  const empty = contentModel(catalogueOf(unknown));
  const out = empty.interest(empty.foldIn(signals));
  expect(out).toEqual(scores(signals));
});

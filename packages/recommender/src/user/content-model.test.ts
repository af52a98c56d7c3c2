import { beforeAll, expect, test } from 'vitest';
import { catalogueOf, NOTHING, type TitleSketch } from '../fixtures.ts';
import { seeded } from '../math/random.ts';
import { topK } from '../math/select.ts';
import type { Model, Signals } from '../model/types.ts';
import { contentModel } from './content-model.ts';

const HORROR = 1;
const ROMANCE = 2;
const COMEDY = 3;
const WESTERN = 4;
const GENRES = [HORROR, ROMANCE, COMEDY, WESTERN];

/** 400 titles with falling popularity (100 of each genre), followed by two unpopular titles of 2026. */
const titles: TitleSketch[] = Array.from({ length: 400 }, (_, i) => ({
  genres: [GENRES[i % 4]],
  popularity: 1 - i / 400,
  year: 1950 + (i % 70),
  directors: [500 + (i % 37)],
  cast: [900 + (i % 53), 1000 + (i % 61)],
}));
titles.push({ genres: [HORROR], popularity: 0, year: 2026, directors: [9001] });
titles.push({ genres: [ROMANCE], popularity: 0, year: 2026, directors: [9002] });
const NEW_HORROR = 400;
const NEW_ROMANCE = 401;

let model: Model;
beforeAll(() => {
  model = contentModel(catalogueOf(titles));
});

const of = (genre: number, count: number, from = 0): number[] =>
  [...titles.keys()].filter((i) => i >= from && titles[i].genres[0] === genre).slice(0, count);

function first(signals: Signals, count = 20): number[] {
  const scores = model.interest(model.foldIn(signals));
  const seen = new Set([...Array.from(signals.rated), ...Array.from(signals.hidden)]);
  for (const i of seen) scores[i] = Number.NEGATIVE_INFINITY;
  return [...topK(scores, count)];
}

const share = (list: number[], genre: number): number =>
  list.filter((i) => titles[i].genres[0] === genre).length / list.length;

const fan: Signals = {
  ...NOTHING,
  rated: [...of(HORROR, 8), ...of(ROMANCE, 8)],
  ratings: [9, 10, 9, 10, 9, 10, 9, 10, 1, 2, 1, 2, 1, 2, 1, 2],
};

test('the best known titles come first for a user without ratings', () => {
  expect(first(NOTHING, 5)).toEqual([0, 1, 2, 3, 4]);
});

test('titles of the chosen genres come first for a user without ratings', () => {
  const page = first({ ...NOTHING, genres: [COMEDY, WESTERN] }, 25);
  expect(share(page, COMEDY) + share(page, WESTERN)).toBe(1);
  expect(share(page, COMEDY)).toBeGreaterThan(0.2);
  expect(share(page, WESTERN)).toBeGreaterThan(0.2);
});

test('the order starts with the genre that the user rated 9–10, not with the genre rated 1–2', () => {
  expect(share(first(fan), HORROR)).toBeGreaterThan(0.8);
  expect(share(first(fan, 100), ROMANCE)).toBe(0);
  const other = { ...fan, ratings: Array.from(fan.ratings).reverse() };
  expect(share(first(other), ROMANCE)).toBeGreaterThan(0.8);
});

test('the predicted rating of a title without ratings is higher when the user likes its genre', () => {
  const user = model.foldIn(fan);
  // Both titles are unknown, so their expected quality is low.
  expect(model.predictRating(user, NEW_HORROR).mean).toBeGreaterThan(6);
  expect(model.predictRating(user, NEW_ROMANCE).mean).toBeLessThan(4);
  const all = first(fan, 400);
  expect(all.indexOf(NEW_HORROR)).toBeLessThan(all.indexOf(NEW_ROMANCE));
});

test('the scores do not depend on the order in which the signals list the ratings', () => {
  const order = [...Array.from(fan.rated).keys()].reverse();
  const shuffled = {
    ...fan,
    rated: order.map((k) => fan.rated[k]),
    ratings: order.map((k) => fan.ratings[k]),
  };
  expect(model.interest(model.foldIn(shuffled))).toEqual(model.interest(model.foldIn(fan)));
  expect(model.foldIn({ ...NOTHING, rated: [], ratings: [] })).toEqual(model.foldIn(NOTHING));
});

test('hides, list entries and views change the order and no predicted rating', () => {
  const all = Array.from(titles.keys());
  const wishes = { hidden: of(WESTERN, 1, 100), listed: of(HORROR, 1, 100), seen: [20, 21] };
  const [plain, wishing] = [model.foldIn(fan), model.foldIn({ ...fan, ...wishes })];
  expect(model.predictRatings(wishing, all)).toEqual(model.predictRatings(plain, all));
  expect(model.interest(wishing)).not.toEqual(model.interest(plain));
});

test('explain() names two liked ratings that raised a title, and nothing for a user without ratings', () => {
  const user = model.foldIn({ ...fan, hidden: [50], listed: [60], genres: [WESTERN] });
  const item = of(HORROR, 1, 100)[0];
  const because = model.explain(user)(item, 'raised');
  expect(because).toHaveLength(2);
  expect(because.every((reason) => Array.from(fan.rated).includes(reason))).toBe(true);
  expect(titles[because[0]].genres[0]).toBe(HORROR);
  expect(because.every((reason) => fan.ratings[Array.from(fan.rated).indexOf(reason)] > 5)).toBe(true);
  expect(model.explain(model.foldIn(NOTHING))(item, 'raised')).toEqual([]);
});

test('nine of ten ratings that explain() names did raise or lower the title, as a user without that rating shows', () => {
  const random = seeded(7);
  let named = 0;
  let right = 0;
  for (let person = 0; person < 5; person++) {
    const rated = [...new Set(Array.from({ length: 25 }, () => random.below(400)))];
    const liked = GENRES[random.below(4)];
    const ratings = rated.map((item) => (titles[item].genres[0] === liked ? 8 : 4) + 2 * random.normal());
    const user = model.foldIn({ ...NOTHING, rated, ratings });
    const because = model.explain(user);
    const others = rated.map((_, at) =>
      model.foldIn({ ...NOTHING, rated: rated.toSpliced(at, 1), ratings: ratings.toSpliced(at, 1) }),
    );
    for (const [effect, way] of [
      ['raised', 1],
      ['lowered', -1],
    ] as const) {
      for (let item = 0; item < 400; item++) {
        const { mean } = model.predictRating(user, item);
        for (const reason of because(item, effect)) {
          const without = model.predictRating(others[rated.indexOf(reason)], item).mean;
          named++;
          if (way * (mean - without) > 0) right++;
        }
      }
    }
  }
  expect(named).toBeGreaterThan(1_000);
  expect(right / named).toBeGreaterThan(0.9);
});

test('hidden titles lower the scores of similar titles, and list entries raise the scores of similar titles', () => {
  const item = of(HORROR, 1, 100)[0];
  const at = (signals: Signals): number => {
    const scores = model.interest(model.foldIn(signals));
    return scores[item];
  };
  const neutral = at(NOTHING);
  expect(at({ ...NOTHING, hidden: of(HORROR, 3) })).toBeLessThan(neutral);
  expect(at({ ...NOTHING, listed: of(HORROR, 3) })).toBeGreaterThan(neutral);
});

test('teach() ranks popular titles first, and genres without ratings above a genre with many ratings', () => {
  const scores = model.teach(model.foldIn(NOTHING));
  expect(Math.max(...topK(scores, 10))).toBeLessThan(60);
  const rated = of(HORROR, 40);
  const after = model.teach(model.foldIn({ ...NOTHING, rated, ratings: rated.map(() => 7) }));
  const next = [...topK(after, 20)].filter((i) => i > 3);
  expect(share(next, HORROR)).toBeLessThan(0.25);
});

test('similar() ranks titles of the same genre first and gives the title itself -Infinity', () => {
  const scores = model.similar(8);
  expect(scores[8]).toBe(Number.NEGATIVE_INFINITY);
  expect(share([...topK(scores, 10)], HORROR)).toBe(1);
});

test('predictRatings() returns the values of predictRating(): means from 0 to 10, and smaller variances after ratings', () => {
  const user = model.foldIn(fan);
  const items = Int32Array.from(titles.keys());
  const { mean, variance } = model.predictRatings(user, items);
  for (const i of [0, 17, NEW_HORROR]) {
    const one = model.predictRating(user, i);
    expect(mean[i]).toBeCloseTo(one.mean, 5);
    expect(variance[i]).toBeCloseTo(one.variance, 4);
  }
  expect(mean.every((m) => m >= 0 && m <= 10)).toBe(true);
  const stranger = model.predictRating(model.foldIn(NOTHING), of(HORROR, 1, 100)[0]);
  expect(model.predictRating(user, of(HORROR, 1, 100)[0]).variance).toBeLessThan(stranger.variance);
});

test('foldIn() ignores indexes outside the catalogue, NaN ratings and unknown genres', () => {
  const odd = {
    rated: [0, -1, 9999, 1.5, 4],
    ratings: [9, 9, 9, 9, Number.NaN],
    hidden: [-3, 77777],
    listed: [0.5],
    genres: [123456],
  };
  const user = model.foldIn(odd);
  expect(user.count).toBe(1);
  expect(Number.isFinite(model.predictRating(user, 0).mean)).toBe(true);
});

test('the model accepts an empty catalogue and titles without genres and people', () => {
  const empty = contentModel(catalogueOf([]));
  expect(empty.interest(empty.foldIn(NOTHING))).toHaveLength(0);
  const bare = contentModel(
    catalogueOf([
      { genres: [], year: 0 },
      { genres: [], popularity: 0.9 },
    ]),
  );
  const scores = bare.interest(bare.foldIn({ ...NOTHING, rated: [0], ratings: [8] }));
  expect(scores[1]).toBeGreaterThan(scores[0]);
});

test('predictRating() throws for a user that the model has not folded in', () => {
  expect(() => model.predictRating({ count: 0 }, 0)).toThrow(TypeError);
});

test('after 700 ratings, explain() names liked titles of the same genre and teach() ranks unrated titles first', () => {
  const many: TitleSketch[] = Array.from({ length: 900 }, (_, i) => ({
    genres: [GENRES[i % 4]],
    popularity: 0.5,
    year: 1950 + (i % 70),
    directors: [500 + (i % 37)],
  }));
  const large = contentModel(catalogueOf(many));
  const rated = Array.from({ length: 700 }, (_, i) => i);
  const user = large.foldIn({
    ...NOTHING,
    rated,
    ratings: rated.map((i) => (i % 4 === 0 ? 10 : (i * 7) % 9)),
  });
  // Every fourth title is a horror title, and the user rates every horror title 10.
  const because = large.explain(user);
  const reasons = [720, 800, 896].flatMap((item) => because(item, 'raised'));
  expect(reasons.length).toBeGreaterThan(0);
  for (const item of reasons) expect(item % 4).toBe(0);
  const out = large.teach(user);
  expect(Math.min(...topK(out, 200))).toBeGreaterThanOrEqual(700);
});

import { beforeAll, expect, test } from 'vitest';
import { catalogueOf, community, NOTHING } from '../fixtures.ts';
import { topK } from '../math/select.ts';
import { decodeModel, encodeModel } from '../model/stored.ts';
import type {
  HeldOut,
  Lost,
  ModelMeta,
  Progress,
  RatingColumns,
  Signals,
  StoredModel,
} from '../model/types.ts';
import { loadModel } from '../user/trained-model.ts';
import { compareModels } from './compare.ts';
import { trainModel } from './train.ts';

const world = community(250, 120, 30, 7);
const progress: Progress[] = [];
let stored: StoredModel;

function firstUsers(count: number): RatingColumns {
  const { users, items, ratings } = world.ratings;
  const isIncluded = (_: number, k: number): boolean => users[k] <= count;
  return {
    users: users.filter(isIncluded),
    items: items.filter(isIncluded),
    ratings: ratings.filter(isIncluded),
  };
}

beforeAll(async () => {
  stored = await trainModel(world.catalogue, world.ratings, {
    seed: 5,
    crossValidatedBelow: 0,
    progress: (p) => progress.push(p),
  });
});

test('compareModels accepts a model of clear tastes, because the model is better than the content model', () => {
  const { heldout, rivals, data } = stored.meta;
  expect(data.people).toBeLessThan(250);
  expect(heldout?.rmse).toBeLessThan(0.95 * (rivals.content?.rmse ?? 0));
  expect(heldout?.ndcg100).toBeGreaterThan(rivals.content?.ndcg100 ?? 1);
  expect(heldout?.ece).toBeLessThan(0.6);
  expect(compareModels(stored.meta).accept).toBe(true);
});

test('trainModel gives the same model for the same seed when the ratings are reordered, and another for another seed', async () => {
  const { catalogue, ratings } = community(40, 40, 12, 3);
  const train = (columns: RatingColumns, seed: number): Promise<StoredModel> =>
    trainModel(catalogue, columns, { seed, crossValidatedBelow: 0 });
  const reversed = {
    users: ratings.users.toReversed(),
    items: ratings.items.toReversed(),
    ratings: ratings.ratings.toReversed(),
  };
  const model = encodeModel(await train(ratings, 5));
  expect(encodeModel(await train(reversed, 5))).toEqual(model);
  expect(encodeModel(await train(ratings, 6))).not.toEqual(model);
});

test('trainModel reports a progress that never falls and ends at 1', () => {
  const overall = progress.map((p) => p.overall);
  expect(overall.every((x, k) => k === 0 || x >= overall[k - 1] - 1e-9)).toBe(true);
  expect(overall[overall.length - 1]).toBeCloseTo(1);
});

test('decodeModel restores the encoded model, and throws when the bytes do not match the metadata', () => {
  const meta: ModelMeta = JSON.parse(JSON.stringify(stored.meta));
  const back = decodeModel(meta, encodeModel(stored));
  const a = loadModel(world.catalogue, stored);
  const b = loadModel(world.catalogue, back);
  const signals = { ...NOTHING, rated: [1, 5, 9], ratings: [9, 2, 7] };
  expect(b.predictRating(b.foldIn(signals), 3)).toEqual(a.predictRating(a.foldIn(signals), 3));
  expect(() => decodeModel(meta, new Uint8Array(12))).toThrow(RangeError);
  expect(() => decodeModel({ ...meta, format: 99 }, encodeModel(stored))).toThrow(RangeError);
  expect(() => loadModel(world.catalogue, { meta, arrays: {} })).toThrow('no array');
});

test('in a newer catalogue, added titles are predicted from content, and other predictions stay equal', () => {
  const kept = world.titles.map((t, i) => ({ ...t, id: 1000 + i })).filter((_, i) => i !== 4);
  const catalogue = catalogueOf([
    ...kept,
    { id: 99_001, genres: [1], popularity: 0 },
    { id: 99_002, genres: [2], popularity: 0 },
  ]);
  const model = loadModel(catalogue, stored);
  const old = loadModel(world.catalogue, stored);
  const ones = [...kept.keys()]
    .filter((i) => kept[i].genres.length === 1 && kept[i].genres[0] === 1)
    .slice(0, 10);
  const twos = [...kept.keys()]
    .filter((i) => kept[i].genres.length === 1 && kept[i].genres[0] === 2)
    .slice(0, 10);
  const signals = {
    ...NOTHING,
    rated: [...ones, ...twos],
    ratings: [...ones.map(() => 10), ...twos.map(() => 2)],
  };
  const user = model.foldIn(signals);
  const [first, second] = [kept.length, kept.length + 1];
  expect(model.predictRating(user, first).mean).toBeGreaterThan(model.predictRating(user, second).mean + 1);
  const scores = model.interest(user);
  expect(scores[first]).toBeGreaterThan(scores[second]);
  const before = { ...signals, rated: signals.rated.map((i) => kept[i].id - 1000) };
  expect(old.predictRating(old.foldIn(before), 20).mean).toBeCloseTo(model.predictRating(user, 19).mean, 5);
  const moves = model.moves(user);
  const unknown = model.predictRating(model.foldIn(NOTHING), 19).mean;
  expect(moves[19]).toBeCloseTo(model.predictRating(user, 19).mean - unknown, 1);
  const certain = model.certainty(user, [first, second]);
  expect(certain).toBeGreaterThan(model.certainty(model.foldIn(NOTHING), [first, second]));
  expect(certain).toBeLessThanOrEqual(1);
});

test('a user without ratings gets popular titles first, or titles of chosen genres', () => {
  const model = loadModel(world.catalogue, stored);
  const scores = model.interest(model.foldIn(NOTHING));
  expect([...topK(scores, 5)]).toEqual([0, 1, 2, 3, 4]);
  const chosen = model.interest(model.foldIn({ ...NOTHING, genres: [2] }));
  expect([...topK(chosen, 10)].every((i) => world.titles[i].genres.includes(2))).toBe(true);
});

test('a trained model ignores the order of ratings, and teach() scores genres with many ratings lower', () => {
  const model = loadModel(world.catalogue, stored);
  const rated = [3, 8, 20, 41, 60, 77];
  const ratings = [9, 2, 7, 10, 4, 6];
  const scored = (order: number[]): Float32Array => {
    const user = model.foldIn({
      ...NOTHING,
      rated: order.map((k) => rated[k]),
      ratings: order.map((k) => ratings[k]),
    });
    const out = model.interest(user);
    out[0] = model.predictRating(user, 50).mean;
    return out;
  };
  expect(scored([5, 2, 0, 4, 1, 3])).toEqual(scored([0, 1, 2, 3, 4, 5]));
  expect(scored([0, 1])).not.toEqual(scored([0, 1, 2]));

  const lesson = (own: number[]): number => {
    const out = model.teach(model.foldIn({ ...NOTHING, rated: own, ratings: own.map(() => 7) }));
    return out[1];
  };
  const kin = [...world.titles.keys()].filter(
    (i) => i !== 1 && world.titles[i].genres.some((g) => world.titles[1].genres.includes(g)),
  );
  expect(lesson(kin.slice(0, 30))).toBeLessThan(lesson([]));
});

const kept = [3, 8, 20, 41, 60, 77];
const keptSignals = { ...NOTHING, rated: kept, ratings: [9, 2, 7, 10, 4, 6] };
test.each<[string, Partial<Signals>]>([
  ['a rating that changed', { ratings: [2, 2, 7, 10, 4, 6] }],
  ['a rating more', { rated: [...kept, 90], ratings: [9, 2, 7, 10, 4, 6, 8] }],
  ['a hide', { hidden: [90] }],
  ['a list entry', { listed: [90] }],
  ['a view', { seen: [90] }],
  ['a chosen genre', { genres: [2] }],
  ['a doubted taste', { doubted: kept.slice(0, 3) }],
])('%s gives the same with a trained model, with and without what is known from before', (_, change) => {
  const model = loadModel(world.catalogue, stored);
  const now = { ...keptSignals, ...change };
  const after = model.foldIn(now, model.foldIn(keptSignals));
  const fresh = model.foldIn(now);
  const items = Int32Array.from({ length: world.catalogue.size }, (_item, item) => item);
  expect(model.predictRatings(after, items)).toEqual(model.predictRatings(fresh, items));
  expect(model.interest(after)).toEqual(model.interest(fresh));
});

test('trainModel rejects with the reason of its signal when the signal is aborted', async () => {
  const stop = new AbortController();
  const running = trainModel(world.catalogue, world.ratings, {
    crossValidatedBelow: 0,
    signal: stop.signal,
    progress: (p) => {
      if (p.overall > 0.1) stop.abort(new Error('enough'));
    },
  });
  await expect(running).rejects.toThrow('enough');
});

test('a model that starts from a previous model is measured on the held-out users of that model', async () => {
  const next = await trainModel(world.catalogue, world.ratings, {
    seed: 5,
    previous: stored,
    crossValidatedBelow: 0,
  });
  const previous = next.meta.rivals.previous;
  expect(previous?.rmse).toBeCloseTo(stored.meta.heldout?.rmse ?? 0, 5);
  expect(next.meta.heldout?.rmse).toBeLessThan(1.05 * (previous?.rmse ?? 0));
});

test('compareModels refuses a model of random ratings', async () => {
  const few = firstUsers(100);
  const shuffled = { ...few, ratings: few.ratings.map((_, k) => (k * 7919) % 11) };
  const bad = await trainModel(world.catalogue, shuffled, { seed: 1, crossValidatedBelow: 0 });
  const meta = { ...bad.meta, rivals: { ...bad.meta.rivals, previous: stored.meta.heldout } };
  expect(compareModels(meta).accept).toBe(false);
});

test('trainModel throws RangeError without ratings', async () => {
  const none = { users: new Int32Array(0), items: new Int32Array(0), ratings: new Float32Array(0) };
  await expect(trainModel(world.catalogue, none)).rejects.toThrow(RangeError);
});

const good: HeldOut = {
  rmse: 1.7,
  mae: 1.3,
  ece: 0.1,
  recall20: 0.4,
  ndcg10: 0.38,
  ndcg100: 0.43,
  ratings: 5000,
  people: 300,
  ranked: 280,
};

test.each([
  ['a model without held-out figures is refused', null, good, null, false],
  ['a model with too few held-out users is refused', { ...good, people: 3 }, null, null, false],
  [
    'a model with too few judged rankings is accepted for its predicted ratings',
    { ...good, ranked: 2, ndcg100: 0 },
    good,
    null,
    true,
  ],
  ['a first model that beats content is accepted', good, { ...good, rmse: 1.8, ndcg100: 0.2 }, null, true],
  ['a model with a larger RMSE than content is refused', good, { ...good, rmse: 1.6 }, null, false],
  [
    'a model with a slightly larger RMSE than content is refused',
    good,
    { ...good, rmse: 1.699 },
    null,
    false,
  ],
  [
    'a model slightly worse than the previous model is accepted',
    good,
    null,
    { ...good, rmse: 1.698, ndcg100: 0.433 },
    true,
  ],
  ['a model with a lower NDCG@100 than content is refused', good, { ...good, ndcg100: 0.5 }, null, false],
  ['a model as good as the previous model is accepted', good, null, good, true],
  [
    'a model with a larger RMSE than the previous model is refused',
    good,
    null,
    { ...good, rmse: 1.65 },
    false,
  ],
  [
    'a model with a lower NDCG@100 than the previous model is refused',
    good,
    null,
    { ...good, ndcg100: 0.45 },
    false,
  ],
  ['a model with NaN figures is refused', { ...good, rmse: Number.NaN }, good, null, false],
])('%s', (_name, heldout, content, previous, accept) => {
  const decision = compareModels({ ...stored.meta, heldout, rivals: { content, previous } });
  expect(decision.accept).toBe(accept);
  expect(decision.reason).not.toBe('');
});

test('compareModels adds up small losses of consecutive models until it refuses a model', () => {
  const night = (ratio: number, before: Lost | undefined) =>
    compareModels({
      ...stored.meta,
      heldout: { ...good, rmse: good.rmse / ratio, ndcg100: good.ndcg100 * ratio },
      rivals: { content: null, previous: good, ...(before ? { lost: before } : {}) },
    });
  const first = night(0.9985, undefined);
  expect(first.accept).toBe(true);
  expect(first.lost.rmse).toBeCloseTo(0.0015, 5);
  expect(night(0.9985, first.lost).accept).toBe(false);
  expect(night(1, first.lost)).toMatchObject({ accept: true, lost: first.lost });
  expect(night(1.01, first.lost)).toMatchObject({ accept: true, lost: { rmse: 0, ndcg100: 0 } });

  let ranking: Lost = { rmse: 0, ndcg100: 0 };
  let nights = 0;
  for (; nights < 100; nights++) {
    const heldout = { ...good, ndcg100: good.ndcg100 * 0.996 };
    const rivals = { content: null, previous: good, lost: ranking };
    const decision = compareModels({ ...stored.meta, heldout, rivals });
    if (!decision.accept) break;
    ranking = decision.lost;
  }
  expect(nights).toBe(2);
  expect(ranking.ndcg100).toBeCloseTo(1 - 0.996 ** 2, 6);
});

test('a model that was trained without themes serves a catalogue that has them', async () => {
  const titles = world.titles.map((title, i) => ({ ...title, themes: [1 + (i % 5), 6 + (i % 3)] }));
  const catalogue = catalogueOf([...titles, { id: 99_002, genres: [1], themes: [1, 6], popularity: 0.5 }]);
  const model = loadModel(catalogue, stored);
  const user = model.foldIn({ ...NOTHING, rated: [0, 3], ratings: [9, 3] });
  const { mean } = model.predictRatings(user, [1, catalogue.size - 1]);
  expect(mean.every(Number.isFinite)).toBe(true);
  expect(model.interest(user).some(Number.isNaN)).toBe(false);

  const few = firstUsers(60);
  const themed = await trainModel(catalogueOf(titles), few, { seed: 5, crossValidatedBelow: 0 });
  expect(new Set(themed.arrays.tasteFeatureGroup)).toContain(8);
});

test('similar() writes no NaN, even for a title without genres and people', () => {
  const catalogue = catalogueOf([
    ...world.titles.map((title, i) => ({ ...title, id: 1000 + i })),
    { id: 99_001, genres: [], popularity: 0.5, year: 0 },
  ]);
  const unknown = catalogue.size - 1;
  // With these weights, a title without ratings gets implicit factors of 0.
  const silent = {
    ...stored,
    arrays: { ...stored.arrays, orderFeatureWeight: stored.arrays.orderFeatureWeight.map(() => 0) },
  };
  const model = loadModel(catalogue, silent);
  const scores = model.similar(unknown);
  expect(scores.some(Number.isNaN)).toBe(false);
  const likeThree = model.similar(3);
  expect(likeThree.some(Number.isNaN)).toBe(false);
  const kin = topK(likeThree, 10).filter((i) =>
    world.titles[i].genres.some((g) => world.titles[3].genres.includes(g)),
  );
  expect(kin.length).toBeGreaterThan(7);
});

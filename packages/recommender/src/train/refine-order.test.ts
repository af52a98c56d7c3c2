import { beforeAll, expect, test } from 'vitest';
import { catalogueOf } from '../fixtures.ts';
import { seeded } from '../math/random.ts';
import { type Sparse, sparseFromTriples } from '../math/sparse.ts';
import type { RatingColumns } from '../model/types.ts';
import type { StoredOrder } from '../serve/trained-ranker.ts';
import { largestWeights, trainEase } from './ease.ts';
import { trainIals } from './ials.ts';
import { ratingTable } from './rating-table.ts';
import { refineOrder } from './refine-order.ts';
import { refineWeights } from './refine-weights.ts';

const OLD = 40;
const NEW = 4;
const catalogue = catalogueOf(Array.from({ length: OLD + NEW }, () => ({ genres: [1] })));
const LAMBDA = 5;

/** Creates users of two camps. A user rates only even or only odd titles among the first `size` titles. */
function camps(users: number, size: number, seed: number): RatingColumns {
  const random = seeded(seed);
  const rows: [number, number, number][] = [];
  for (let u = 0; u < users; u++) {
    for (let i = u % 2; i < size; i += 2) if (random.uniform() < 0.5) rows.push([u + 1, i, 9]);
  }
  return {
    users: Int32Array.from(rows, ([user]) => user),
    items: Int32Array.from(rows, ([, item]) => item),
    ratings: Float32Array.from(rows, ([, , rating]) => rating),
  };
}

const base = camps(200, OLD, 1);
const ratersOf = Array.from({ length: OLD }, (_, i) => base.items.filter((item) => item === i).length);
const evidence = {
  users: 200,
  raters: new Map(ratersOf.map((n, i) => [catalogue.ids[i], n])),
  lambda: LAMBDA,
};
let order: StoredOrder;

beforeAll(async () => {
  const { matrix } = ratingTable(base);
  const grades = { ...matrix, values: matrix.values.map(() => 1) };
  order = {
    ids: catalogue.ids.slice(0, OLD),
    ials: await trainIals(grades, {
      factors: 4,
      unobserved: 0.1,
      regularisation: 0.01,
      iterations: 20,
      seed: 1,
    }),
    weights: await largestWeights(await trainEase(grades, { lambda: LAMBDA }), 200),
    featureGroup: new Int32Array(0),
    featureId: new Int32Array(0),
    featureWeight: new Float32Array(0),
    balance: { easeShare: 0.5, tilt: 1 },
  };
});

const refined = (members: RatingColumns): Promise<StoredOrder> =>
  refineOrder(catalogue, ratingTable(members), order, evidence);

const weight = ({ weights }: StoredOrder, from: number, to: number): number => {
  for (let e = weights.offsets[from]; e < weights.offsets[from + 1]; e++) {
    if (weights.columns[e] === to) return weights.values[e];
  }
  return 0;
};

const product = ({ ials }: StoredOrder, a: number, b: number): number => {
  let sum = 0;
  for (let c = 0; c < ials.factors; c++) {
    sum += ials.items[a * ials.factors + c] * ials.items[b * ials.factors + c];
  }
  return sum;
};

test('a title that the base lacks becomes similar to the other titles that its raters rated', async () => {
  const after = await refined(camps(30, OLD + NEW, 2));
  expect([...after.ids]).toEqual([...catalogue.ids]);
  let same = 0;
  let other = 0;
  let alike = 0;
  let unlike = 0;
  for (let i = 0; i < OLD; i += 2) {
    same += weight(after, i, OLD);
    other += weight(after, i + 1, OLD);
    alike += product(after, i, OLD);
    unlike += product(after, i + 1, OLD);
  }
  expect(alike).toBeGreaterThan(2 * Math.abs(unlike));
  expect(same).toBeGreaterThan(0.1);
  expect(same).toBeGreaterThan(other + 0.1);
});

test('new ratings change the factors of a base less when the base has many ratings', async () => {
  const moved = (after: StoredOrder): number =>
    Math.hypot(...order.ials.items.map((x, at) => after.ials.items[at] - x)) /
    Math.hypot(...order.ials.items);
  const members = camps(30, OLD, 2);
  const after = await refined(members);
  expect(moved(after)).toBeLessThan(0.1);
  const few = new Map([...evidence.raters].map(([id, n]) => [id, n / 20]));
  const light = await refineOrder(catalogue, ratingTable(members), order, {
    ...evidence,
    users: 10,
    raters: few,
  });
  expect(moved(light)).toBeGreaterThan(2 * moved(after));
});

test('refineWeights gives the weights of EASE when the base has no weights and all ridges are equal', async () => {
  const { matrix } = ratingTable(camps(25, OLD, 3));
  const grades: Sparse = { ...matrix, values: matrix.values.map((_, k) => (k % 3 === 0 ? 0.5 : 1)) };
  const none = sparseFromTriples(OLD, OLD, [], [], []);
  const own = await refineWeights(none, grades, new Float64Array(OLD).fill(LAMBDA));
  const ease = await trainEase(grades, { lambda: LAMBDA });
  const expected = new Float32Array(OLD);
  const found = new Float32Array(OLD);
  for (let i = 0; i < OLD; i++) {
    ease.weightsOf(i, expected);
    found.fill(0);
    for (let e = own.offsets[i]; e < own.offsets[i + 1]; e++) found[own.columns[e]] = own.values[e];
    for (let j = 0; j < OLD; j++) expect(found[j]).toBeCloseTo(expected[j], 5);
  }
});

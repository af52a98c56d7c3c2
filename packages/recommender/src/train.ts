import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { contentModel } from './content-model.ts';
import { largestWeights } from './ease.ts';
import { featurePrior, updateFeaturePrior } from './feature-prior.ts';
import { itemFeatures } from './features.ts';
import { heldOutPeople, isHeldOut, measure } from './heldout.ts';
import { hashed } from './random.ts';
import { type RatingTable, ratingTable } from './rating-table.ts';
import { type Sparse, sparseFromTriples } from './sparse.ts';
import { describeArrays, FORMAT } from './stored.ts';
import { type TrainedOrder, trainOrder } from './train-order.ts';
import { sweepsFor, TASTE_FACTORS, trainTaste } from './train-taste.ts';
import { loadModel, orderOf, storedArrays, tasteOf } from './trained-model.ts';
import type { StoredOrder } from './trained-ranker.ts';
import type { Catalogue, ModelMeta, RatingColumns, StoredModel, TrainOptions } from './types.ts';

const ORDER_FACTORS = 64;
/** EASE inverts a matrix of this size at most: two of 290 MB, about a minute. */
const ORDER_HEAD = 6000;
const KEPT_WEIGHTS = 200;
/** More ratings than this are thinned by person: eight million take 1.3 GB, and memory grows with them. */
const MOST_RATINGS = 20_000_000;

/** Parts of the work, as shares of the whole. */
const SHARES: [string, number][] = [
  ['likelihood', 0.35],
  ['choosing hyper-parameters', 0.25],
  ['implicit factors', 0.1],
  ['item weights', 0.15],
  ['largest weights', 0.05],
  ['measuring', 0.1],
];

/**
 * Trains a model from all ratings, holding one person in ten out to measure it on, beside the content model and
 * the previous model. Takes about a minute for 100,000 ratings, six for eight million; meant for a worker thread.
 * Yields to the event loop between steps, where `options.signal` is heeded. Throws RangeError without ratings.
 */
export async function trainModel(
  catalogue: Catalogue,
  ratings: RatingColumns,
  options: TrainOptions = {},
): Promise<StoredModel> {
  const seed = options.seed ?? 1;
  const { previous, signal } = options;
  const step = stepper(options);
  signal?.throwIfAborted();

  const thin = MOST_RATINGS / Math.max(1, ratings.people.length);
  const kept = (k: number): boolean =>
    !isHeldOut(ratings.people[k]) && (thin >= 1 || hashed(ratings.people[k], 3, seed) < thin);
  const table = ratingTable(ratings, kept);
  if (table.matrix.columns.length === 0) throw new RangeError('there are no ratings to train on');

  const sweeps = sweepsFor(table.matrix.columns.length);
  const taste = await trainTaste(catalogue, table, {
    factors: TASTE_FACTORS,
    // A warm start stands near the end already.
    sweeps: previous ? Math.ceil(sweeps / 2) : sweeps,
    seed,
    ...(previous ? { warm: tasteOf(previous) } : {}),
    step: (done, total) => step('likelihood', done / total),
  });
  const before = previous ? orderOf(previous) : null;
  const trained = await trainOrder(catalogue, table, {
    factors: ORDER_FACTORS,
    head: ORDER_HEAD,
    seed,
    ...(before ? { warm: factorsOf(before, catalogue) } : {}),
    step,
  });
  const order = await storedOrder(catalogue, table, trained, (share) => step('largest weights', share));

  const arrays = storedArrays(taste, order);
  const meta: ModelMeta = {
    format: FORMAT,
    kind: 'trained',
    seed,
    hyper: {
      tasteFactors: TASTE_FACTORS,
      orderFactors: ORDER_FACTORS,
      head: trained.head.length,
      noise: taste.noise,
      ...trained.hyper,
    },
    data: { ratings: table.matrix.columns.length, people: table.people.length, items: table.titles.length },
    heldout: null,
    rivals: { content: null, previous: null },
    arrays: describeArrays(arrays),
  };

  const people = heldOutPeople(ratings, (item) => catalogue.ids[item]);
  const heldout = await measure(loadModel(catalogue, { meta, arrays }), people, (s) =>
    step('measuring', s / 3),
  );
  const content = await measure(contentModel(catalogue), people, (s) => step('measuring', (1 + s) / 3));
  const last = previous
    ? await measure(loadModel(catalogue, previous), people, (s) => step('measuring', (2 + s) / 3))
    : null;
  await step('measuring', 1);
  return { meta: { ...meta, heldout, rivals: { content, previous: last } }, arrays };
}

function stepper(options: TrainOptions): (stage: string, share: number) => Promise<void> {
  return async (stage, share) => {
    let overall = 0;
    for (const [name, size] of SHARES) {
      if (name === stage) {
        overall += size * share;
        break;
      }
      overall += size;
    }
    options.progress?.({ stage, overall });
    await yieldToEvents();
    options.signal?.throwIfAborted();
  };
}

function factorsOf(order: StoredOrder, catalogue: Catalogue): (item: number) => Float32Array | null {
  const k = order.ials.factors;
  const rowOf = new Map<number, number>();
  order.ids.forEach((id, row) => {
    rowOf.set(id, row);
  });
  return (item) => {
    const row = rowOf.get(catalogue.ids[item]);
    return row === undefined ? null : order.ials.items.subarray(row * k, (row + 1) * k);
  };
}

async function storedOrder(
  catalogue: Catalogue,
  table: RatingTable,
  trained: TrainedOrder,
  step: (share: number) => Promise<void>,
): Promise<StoredOrder> {
  const size = table.titles.length;
  const inHead = await largestWeights(trained.ease, KEPT_WEIGHTS, step);
  const content = contentRegression(catalogue, table, trained);
  return {
    ids: table.titles.map((item) => catalogue.ids[item]),
    ials: trained.ials,
    weights: overAll(inHead, trained.head, size),
    ...content,
  };
}

/** Weights between head titles as weights between all. */
function overAll(weights: Sparse, head: Int32Array, size: number): Sparse {
  const row = new Int32Array(weights.columns.length);
  for (let r = 0; r < weights.rows; r++) row.fill(head[r], weights.offsets[r], weights.offsets[r + 1]);
  return sparseFromTriples(
    size,
    size,
    row,
    weights.columns.map((c) => head[c]),
    weights.values,
  );
}

/** How content gives a title an implicit factor: a Bayesian linear regression of the trained ones. */
function contentRegression(
  catalogue: Catalogue,
  table: RatingTable,
  trained: TrainedOrder,
): Pick<StoredOrder, 'featureGroup' | 'featureId' | 'featureWeight'> {
  const { factors, items } = trained.ials;
  const rows = table.titles.length;
  // Who rated a title is unknown for new ones: only content may speak.
  const { features, table: names } = itemFeatures(catalogue, table.titles, null);
  const energy = items.reduce((sum, x) => sum + x * x, 0) / Math.max(1, items.length);
  const prior = featurePrior(features.matrix, features.group, factors, 10 / Math.max(1e-9, energy));
  const precision = new Float64Array(factors).fill(1 / Math.max(1e-9, energy));
  for (let sweep = 0; sweep < 15; sweep++) {
    updateFeaturePrior(prior, items, precision);
    for (let c = 0; c < factors; c++) {
      let rest = 0;
      for (let r = 0; r < rows; r++) rest += (items[r * factors + c] - prior.mean[r * factors + c]) ** 2;
      precision[c] = (rows + 1) / (rest + energy);
    }
  }
  return {
    featureGroup: Int32Array.from(names.group),
    featureId: Int32Array.from(names.id),
    featureWeight: prior.weight,
  };
}

import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { hashed } from '../math/random.ts';
import { itemFeatures } from '../model/features.ts';
import { describeArrays, FORMAT } from '../model/stored.ts';
import { tasteOfColumns } from '../model/taste.ts';
import type { Catalogue, ModelMeta, RatingColumns, StoredModel, TrainOptions } from '../model/types.ts';
import { contentModel } from '../user/content-model.ts';
import { openPure } from '../user/taste-model.ts';
import { loadModel, orderOf, prepareTrained, storedArrays, tasteOf } from '../user/trained-model.ts';
import type { Balance, StoredOrder } from '../user/trained-ranker.ts';
import { type TrainedTaste, titleKnowledge, trainedTasteSpace } from '../user/trained-taste.ts';
import { largestWeights } from './ease.ts';
import { featurePrior, updateFeaturePrior } from './feature-prior.ts';
import { type HeldOutUser, heldOutUsers, type IsKeptOut, measure, validationOf } from './heldout.ts';
import { overAll } from './order-columns.ts';
import { type RatingTable, ratingTable } from './rating-table.ts';
import { chooseTilt, type TrainedOrder, trainOrder } from './train-order.ts';
import { sweepsFor, TASTE_FACTORS, trainTaste } from './train-taste.ts';
import { addToTrial, concludeTrial, newTrial } from './trial.ts';

const ORDER_FACTORS = 64;
/**
 * Largest number of titles in EASE. EASE inverts a matrix of this size, which takes two arrays of 290 MB and
 * about a minute.
 */
const ORDER_HEAD = 6000;
const KEPT_WEIGHTS = 200;
/** With more ratings, training uses a sample of the users. Eight million ratings take 1.3 GB of memory. */
const MOST_RATINGS = 20_000_000;

/** The stages of a training, with their shares of its time. */
const SHARES: [string, number][] = [
  ['likelihood', 0.35],
  ['choosing hyper-parameters', 0.25],
  ['implicit factors', 0.1],
  ['item weights', 0.15],
  ['largest weights', 0.05],
  ['measuring', 0.1],
];

/**
 * Trains a model and measures the new, the content and the previous model on held-out users. Run it in a
 * worker thread: a training takes a minute for 100,000 ratings and six minutes for eight million.
 * @throws RangeError without ratings.
 */
export async function trainModel(
  catalogue: Catalogue,
  ratings: RatingColumns,
  options: TrainOptions = {},
): Promise<StoredModel> {
  options.signal?.throwIfAborted();
  // With fewer than 1,500 users, cross-validation takes five more trainings.
  const { cross, folds } = validationOf(ratings.users, options.crossValidatedBelow);
  const progress = new Rounds(options, cross ? folds.length + 1 : 1);
  // A previous model that was trained on the held-out users is not used, because its figures would be too
  // good.
  const previous = cross || options.previous?.meta.crossValidated ? undefined : options.previous;
  const content = contentModel(catalogue);
  const trial = newTrial();
  const users: HeldOutUser[] = [];
  let fitted: Fitted | null = null;
  for (const isKeptOut of folds) {
    fitted = await fit(catalogue, ratings, isKeptOut, { ...options, previous }, progress.step);
    const known = titleKnowledge(tasteOf(fitted), catalogue);
    const asked = heldOutUsers(ratings, (item) => catalogue.ids[item], isKeptOut);
    const trained = openPure(catalogue, prepareTrained(catalogue, fitted));
    await addToTrial(trial, trained, content, known, asked, (s) => progress.step('measuring', s / 2));
    users.push(...asked);
    if (cross) progress.next();
  }
  const outcome = concludeTrial(trial);
  const last = previous
    ? await measure(loadModel(catalogue, previous), users, (s) => progress.step('measuring', (1 + s) / 2))
    : null;
  if (cross || !fitted) {
    fitted = await fit(catalogue, ratings, () => false, { ...options, previous }, progress.step);
  }
  await progress.step('measuring', 1);
  const { tasteLean, orderLean, heldout, proof } = outcome;
  const lost = last ? previous?.meta.lost : undefined;
  const meta: ModelMeta = {
    ...fitted.meta,
    hyper: { ...fitted.meta.hyper, tasteLean, orderLean },
    heldout,
    rivals: { content: outcome.content, previous: last, ...(lost ? { lost } : {}) },
    proof,
    crossValidated: cross,
  };
  return { meta, arrays: fitted.arrays };
}

type Fitted = StoredModel;

interface FitOptions {
  readonly seed?: number;
  readonly previous: StoredModel | undefined;
}

/** Trains once without the held-out users. Does not measure the model. */
async function fit(
  catalogue: Catalogue,
  ratings: RatingColumns,
  isKeptOut: IsKeptOut,
  { seed = 1, previous }: FitOptions,
  step: (stage: string, share: number) => Promise<void>,
): Promise<Fitted> {
  const thin = MOST_RATINGS / Math.max(1, ratings.users.length);
  const table = ratingTable(
    ratings,
    (k) => !isKeptOut(ratings.users[k]) && (thin >= 1 || hashed(ratings.users[k], 3, seed) < thin),
  );
  if (table.matrix.columns.length === 0) throw new RangeError('there are no ratings to train on');
  const tell = (done: number, total: number): Promise<void> => step('likelihood', done / total);
  const sweeps = sweepsFor(table.matrix.columns.length);
  const taste = await trainTaste(catalogue, table, {
    factors: TASTE_FACTORS,
    // From a previous model, training starts near the optimum and needs fewer sweeps.
    sweeps: previous ? Math.ceil(sweeps / 2) : sweeps,
    seed,
    ...(previous ? { warm: tasteOf(previous) } : {}),
    step: tell,
  });
  const { order, hyper } = await fitOrder(catalogue, table, taste, { seed, previous }, step);
  const arrays = storedArrays(taste, order);
  const meta: ModelMeta = {
    format: FORMAT,
    kind: 'trained',
    seed,
    hyper: { ...hyper, tasteFactors: TASTE_FACTORS, noise: taste.noise },
    data: { ratings: table.matrix.columns.length, people: table.users.length, items: table.titles.length },
    heldout: null,
    rivals: { content: null, previous: null },
    arrays: describeArrays(arrays),
  };
  return { meta, arrays };
}

async function fitOrder(
  catalogue: Catalogue,
  table: RatingTable,
  taste: TrainedTaste,
  { seed, previous }: { readonly seed: number; readonly previous: StoredModel | undefined },
  step: (stage: string, share: number) => Promise<void>,
): Promise<{ order: StoredOrder; hyper: Record<string, number> }> {
  const before = previous ? orderOf(previous) : null;
  const trained = await trainOrder(catalogue, table, {
    factors: ORDER_FACTORS,
    head: ORDER_HEAD,
    seed,
    ...(before ? { warm: factorsOf(before, catalogue) } : {}),
    step,
  });
  const tilt = chooseTilt(trained.asked, tasteOfColumns(trainedTasteSpace(taste, catalogue), table.titles));
  const { easeShare } = trained.hyper;
  const order = await storedOrder(catalogue, table, trained, { easeShare, tilt }, (share) =>
    step('largest weights', share),
  );
  const hyper = { orderFactors: ORDER_FACTORS, head: trained.head.length, ...trained.hyper, tilt };
  return { order, hyper };
}

/** Reports the progress of several consecutive trainings as the progress of one training. */
class Rounds {
  readonly #options: TrainOptions;
  readonly #count: number;
  #round = 0;

  constructor(options: TrainOptions, count: number) {
    this.#options = options;
    this.#count = count;
  }

  next(): void {
    this.#round++;
  }

  readonly step = async (stage: string, share: number): Promise<void> => {
    let within = 0;
    for (const [name, size] of SHARES) {
      if (name === stage) {
        within += size * share;
        break;
      }
      within += size;
    }
    this.#options.progress?.({ stage, overall: (this.#round + within) / this.#count });
    await yieldToEvents();
    this.#options.signal?.throwIfAborted();
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
  balance: Balance,
  step: (share: number) => Promise<void>,
): Promise<StoredOrder> {
  const size = table.titles.length;
  const inHead = await largestWeights(trained.ease, KEPT_WEIGHTS, step);
  const content = contentRegression(catalogue, table, trained);
  return {
    balance,
    ids: table.titles.map((item) => catalogue.ids[item]),
    ials: trained.ials,
    weights: overAll(inHead, trained.head, size),
    ...content,
  };
}

/**
 * Fits a Bayesian linear regression from content features to the trained implicit factors, for new titles.
 */
function contentRegression(
  catalogue: Catalogue,
  table: RatingTable,
  trained: TrainedOrder,
): Pick<StoredOrder, 'featureGroup' | 'featureId' | 'featureWeight'> {
  const { factors, items } = trained.ials;
  const rows = table.titles.length;
  // New titles have no raters yet, so only content features are used.
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

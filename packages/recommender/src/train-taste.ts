import { type FeatureTable, itemFeatures, titleFeatures, userFeatures } from './features.ts';
import { packedLength } from './packed.ts';
import { seeded } from './random.ts';
import type { RatingTable } from './rating-table.ts';
import { transpose } from './sparse.ts';
import type { TasteSpace } from './taste.ts';
import type { Catalogue } from './types.ts';
import { createVbmf, NOISE_STRENGTH, sweepVbmf, type Vbmf } from './vbmf.ts';

export interface TasteOptions {
  readonly factors: number;
  readonly sweeps: number;
  readonly seed: number;
  /** The earlier model whose factors are the start values. */
  readonly warm?: TrainedTaste;
  /** Called after each sweep. May throw to stop the training. */
  readonly step?: (done: number, total: number) => Promise<void> | void;
}

/** The stored parts of a trained likelihood model. */
export interface TrainedTaste {
  readonly factors: number;
  readonly centre: number;
  readonly noise: number;
  readonly activityMean: number;
  /** The caller's ids of the titles. */
  readonly ids: Int32Array;
  /** Posterior means. Shape: titles × (factors + 1). */
  readonly items: Float32Array;
  /** How far a rating of each title shifts the prior of a user. Shape: titles × (factors + 1). */
  readonly implicit: Float32Array;
  /** Packed covariances in 1 + titles rows. Row 0 is for titles without ratings. */
  readonly covariance: Float32Array;
  readonly itemNoise: Float32Array;
  readonly priorMean: Float64Array;
  readonly activity: Float64Array;
  readonly precision: Float64Array;
  readonly itemPrecision: Float64Array;
  /** A feature has a group and an id. */
  readonly featureGroup: Int32Array;
  readonly featureId: Int32Array;
  readonly featureWeight: Float32Array;
}

/**
 * The first sweeps do not update priors, precisions and noise, because the random initial factors fit badly.
 */
const BLIND_SWEEPS = 2;

/**
 * Number of factors in the likelihood model. 8 or 32 factors predict a little worse
 * (docs/recommender.md#rating-prediction).
 */
export const TASTE_FACTORS = 16;

/**
 * Returns the number of sweeps, 25 to 80. A large table needs more time per sweep, but converges in fewer
 * sweeps.
 */
export function sweepsFor(ratings: number): number {
  return Math.round(Math.min(80, Math.max(25, 80 * Math.sqrt(1e6 / ratings))));
}

/** Fits the likelihood model. A sweep takes about 0.5 s per million ratings at 16 factors. */
export async function trainTaste(
  catalogue: Catalogue,
  table: RatingTable,
  options: TasteOptions,
): Promise<TrainedTaste> {
  const { matrix, titles } = table;
  const users = userFeatures(matrix);
  const items = itemFeatures(catalogue, titles, transpose(matrix));
  const model = createVbmf(matrix, options.factors, users.features, items.features, seeded(options.seed));
  const warm = options.warm !== undefined && startFrom(model, options.warm, catalogue, titles);
  for (let s = 1; s <= options.sweeps; s++) {
    sweepVbmf(model, warm || s > BLIND_SWEEPS);
    await options.step?.(s, options.sweeps);
  }
  return extract(model, catalogue, titles, users.activityMean, items.table);
}

/**
 * Copies item posteriors, precisions and noise of the earlier model `warm`. Titles that `warm` lacks keep
 * their random start.
 */
function startFrom(model: Vbmf, warm: TrainedTaste, catalogue: Catalogue, titles: Int32Array): boolean {
  if (warm.factors !== model.factors) return false;
  const d = model.factors + 1;
  const length = packedLength(d);
  const rowOf = new Map<number, number>();
  warm.ids.forEach((id, row) => {
    rowOf.set(id, row);
  });
  for (let r = 0; r < titles.length; r++) {
    const row = rowOf.get(catalogue.ids[titles[r]]);
    if (row === undefined) continue;
    model.items.mean.set(warm.items.subarray(row * d, (row + 1) * d), r * d);
    model.items.covariance.set(warm.covariance.subarray((row + 1) * length, (row + 2) * length), r * length);
    model.items.noise[r] = warm.itemNoise[row];
  }
  model.users.precision.set(warm.precision);
  model.items.precision.set(warm.itemPrecision);
  model.users.noise.fill(warm.noise);
  model.noise = warm.noise;
  return true;
}

function extract(
  model: Vbmf,
  catalogue: Catalogue,
  titles: Int32Array,
  activityMean: number,
  table: FeatureTable,
): TrainedTaste {
  const { users, items, factors } = model;
  const d = factors + 1;
  const length = packedLength(d);
  const covariance = new Float32Array((items.rows + 1) * length);
  for (let i = 0; i < d; i++) covariance[(i * (i + 1)) / 2 + i] = 1 / items.precision[i];
  covariance.set(items.covariance, length);
  const weights = users.prior.weight;
  return {
    factors,
    centre: model.centre,
    noise: model.noise,
    activityMean,
    ids: titles.map((item) => catalogue.ids[item]),
    items: items.mean,
    implicit: weights.slice(2 * d),
    covariance,
    itemNoise: Float32Array.from(items.noise),
    priorMean: Float64Array.from(weights.subarray(0, d)),
    activity: Float64Array.from(weights.subarray(d, 2 * d)),
    precision: users.precision,
    itemPrecision: items.precision,
    featureGroup: Int32Array.from(table.group),
    featureId: Int32Array.from(table.id),
    featureWeight: items.prior.weight.slice(0, table.group.length * d),
  };
}

/**
 * Returns how much the ratings of each title determine its bias, from 0 (no rating) to 1. The value is the
 * share of the bias's prior variance that n ratings removed: n / (n + a constant).
 */
export function titleKnowledge(trained: TrainedTaste, catalogue: Catalogue): Float32Array {
  const d = trained.factors + 1;
  const length = packedLength(d);
  const precision = trained.itemPrecision[d - 1];
  const known = new Map<number, number>();
  trained.ids.forEach((id, row) => {
    const variance = trained.covariance[(row + 2) * length - 1];
    known.set(id, Math.min(1, Math.max(0, 1 - variance * precision)));
  });
  return Float32Array.from(catalogue.ids, (id) => known.get(id) ?? 0);
}

/**
 * Estimates the number of ratings of each title, by id, because a stored model has no counts. Each rating
 * raises the precision of the title's bias by 1 / noise.
 */
export function ratingsBehind(trained: TrainedTaste): ReadonlyMap<number, number> {
  const d = trained.factors + 1;
  const length = packedLength(d);
  const precision = trained.itemPrecision[d - 1];
  return new Map(
    Array.from(trained.ids, (id, row) => {
      const gained = 1 / trained.covariance[(row + 2) * length - 1] - precision;
      return [id, Math.max(0, gained * trained.noise * trained.itemNoise[row])];
    }),
  );
}

/**
 * Arranges a trained likelihood model by the indexes of the current catalogue. Titles that the model lacks
 * get factors from content.
 */
export function trainedTasteSpace(trained: TrainedTaste, catalogue: Catalogue): TasteSpace {
  const { factors } = trained;
  const d = factors + 1;
  const rowOf = new Map<number, number>();
  trained.ids.forEach((id, row) => {
    rowOf.set(id, row);
  });
  const weightAt = new Map<string, number>();
  trained.featureGroup.forEach((group, f) => {
    weightAt.set(`${group}:${trained.featureId[f]}`, f * d);
  });
  const items = new Float32Array(catalogue.size * d);
  const implicit = new Float32Array(catalogue.size * d);
  const covarianceOf = new Int32Array(catalogue.size);
  const itemNoise = new Float32Array(catalogue.size).fill(1);
  for (let i = 0; i < catalogue.size; i++) {
    const row = rowOf.get(catalogue.ids[i]);
    if (row !== undefined) {
      items.set(trained.items.subarray(row * d, (row + 1) * d), i * d);
      implicit.set(trained.implicit.subarray(row * d, (row + 1) * d), i * d);
      covarianceOf[i] = row + 1;
      itemNoise[i] = trained.itemNoise[row];
      continue;
    }
    for (const [group, id, x] of titleFeatures(catalogue, i)) {
      const w = weightAt.get(`${group}:${id}`);
      if (w === undefined) continue;
      for (let c = 0; c < d; c++) items[i * d + c] += x * trained.featureWeight[w + c];
    }
  }
  return {
    size: catalogue.size,
    factors,
    items,
    covarianceOf,
    covariance: trained.covariance,
    itemNoise,
    centre: trained.centre,
    noise: trained.noise,
    noiseStrength: NOISE_STRENGTH,
    priorMean: trained.priorMean,
    precision: trained.precision,
    implicit,
    activity: { weight: trained.activity, mean: trained.activityMean },
  };
}

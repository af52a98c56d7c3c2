import { packedLength } from '../math/packed.ts';
import { seeded } from '../math/random.ts';
import { transpose } from '../math/sparse.ts';
import { type FeatureTable, itemFeatures, userFeatures } from '../model/features.ts';
import type { Catalogue } from '../model/types.ts';
import type { TrainedTaste } from '../user/trained-taste.ts';
import type { RatingTable } from './rating-table.ts';
import { createVbmf, sweepVbmf, type Vbmf } from './vbmf.ts';

export interface TasteOptions {
  readonly factors: number;
  readonly sweeps: number;
  readonly seed: number;
  /** The earlier model whose factors are the start values. */
  readonly warm?: TrainedTaste;
  /** Called after each sweep. May throw to stop the training. */
  readonly step?: (done: number, total: number) => Promise<void> | void;
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

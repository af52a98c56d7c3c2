import { factorise, invert, packedLength } from '../math/packed.ts';
import { seeded } from '../math/random.ts';
import { itemFeatures, userFeatures } from '../model/features.ts';
import { impliedMean } from '../model/taste.ts';
import type { Catalogue } from '../model/types.ts';
import { type TrainedTaste, trainedTasteSpace } from '../serve/trained-taste.ts';
import type { RatingTable } from './rating-table.ts';
import { createVbmf, sweepVbmf, type Vbmf } from './vbmf.ts';

/**
 * Number of sweeps. Few sweeps are enough, because the precisions and the noise of the base are not learned
 * again.
 */
const SWEEPS = 15;

/**
 * Refines a base model's taste with ratings of other users, and does not need the ratings of the base. The
 * base's posterior of a title becomes the title's prior, so a title with many base ratings changes little.
 */
export async function refineTaste(
  catalogue: Catalogue,
  table: RatingTable,
  base: TrainedTaste,
  options: { readonly seed: number; readonly step?: (done: number, total: number) => Promise<void> | void },
): Promise<TrainedTaste> {
  const { matrix, titles } = table;
  const model = createVbmf(
    matrix,
    base.factors,
    userFeatures(matrix).features,
    itemFeatures(catalogue, titles, null).features,
    seeded(options.seed),
  );
  const start: Vbmf = { ...model, centre: base.centre, noise: base.noise };
  anchor(start, table, base, catalogue);
  for (let sweep = 1; sweep <= SWEEPS; sweep++) {
    sweepVbmf(start, false);
    await options.step?.(sweep, SWEEPS);
  }
  return merged(start, table, base, catalogue);
}

/** Sets the priors of titles to the base's posteriors, and the priors of users to the base's priors. */
function anchor(
  model: Vbmf,
  { matrix, titles }: RatingTable,
  base: TrainedTaste,
  catalogue: Catalogue,
): void {
  const space = trainedTasteSpace(base, catalogue);
  const d = base.factors + 1;
  const length = packedLength(d);
  const { users, items } = model;
  users.precision.set(base.precision);
  users.noise.fill(base.noise);
  for (let u = 0; u < matrix.rows; u++) {
    const rated = matrix.columns.subarray(matrix.offsets[u], matrix.offsets[u + 1]).map((c) => titles[c]);
    const mean = impliedMean(space, rated);
    users.prior.mean.set(mean, u * d);
    users.mean.set(mean, u * d);
  }
  items.precision.set(base.itemPrecision);
  items.anchor = new Float32Array(titles.length * length);
  for (let r = 0; r < titles.length; r++) {
    const item = titles[r];
    const from = space.covarianceOf[item] * length;
    const covariance = Float64Array.from(space.covariance.subarray(from, from + length));
    items.covariance.set(covariance, r * length);
    factorise(covariance, d);
    items.anchor.set(invert(covariance, d), r * length);
    const mean = space.items.subarray(item * d, (item + 1) * d);
    items.prior.mean.set(mean, r * d);
    items.mean.set(mean, r * d);
    items.noise[r] = space.itemNoise[item];
  }
}

/** Returns the base model with the refined titles replaced and the missing titles added. */
function merged(model: Vbmf, table: RatingTable, base: TrainedTaste, catalogue: Catalogue): TrainedTaste {
  const d = base.factors + 1;
  const length = packedLength(d);
  const rowOf = new Map<number, number>();
  base.ids.forEach((id, row) => {
    rowOf.set(id, row);
  });
  const ids = [...base.ids];
  const rows = Array.from(table.titles, (item) => {
    const id = catalogue.ids[item];
    const row = rowOf.get(id) ?? ids.length;
    if (row === ids.length) ids.push(id);
    return row;
  });
  const items = extended(base.items, ids.length * d);
  const implicit = extended(base.implicit, ids.length * d);
  const covariance = extended(base.covariance, (ids.length + 1) * length);
  const itemNoise = extended(base.itemNoise, ids.length);
  rows.forEach((row, r) => {
    items.set(model.items.mean.subarray(r * d, (r + 1) * d), row * d);
    covariance.set(model.items.covariance.subarray(r * length, (r + 1) * length), (row + 1) * length);
    itemNoise[row] = model.items.noise[r];
  });
  return { ...base, ids: Int32Array.from(ids), items, implicit, covariance, itemNoise };
}

function extended(values: Float32Array, length: number): Float32Array {
  const out = new Float32Array(length);
  out.set(values);
  return out;
}

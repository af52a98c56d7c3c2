import { packedLength } from '../math/packed.ts';
import { titleFeatures } from '../model/features.ts';
import type { TasteSpace } from '../model/taste.ts';
import type { Catalogue } from '../model/types.ts';

/** The shared noise level counts as this number of ratings in the noise level of a user or a title. */
export const NOISE_STRENGTH = 20;

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

import { type Sparse, transpose } from '../math/sparse.ts';

/**
 * A Gaussian prior for factors. The prior mean is linear in sparse features, and mean-field variational Bayes
 * learns weights and precisions (automatic relevance determination).
 */
export interface FeaturePrior {
  readonly features: Sparse;
  readonly byFeature: Sparse;
  readonly dimensions: number;
  /** The group of each feature. Group 0 has a flat prior, for intercepts. */
  readonly group: Uint8Array;
  readonly groupCount: number;
  /** The weights w. Shape: features × dimensions. */
  readonly weight: Float32Array;
  readonly weightVariance: Float32Array;
  /** The precision of each group of features in each dimension. Shape: groups × dimensions. */
  readonly precision: Float64Array;
  /** The current prior means: Σ_f x_rf w_f for row r. Shape: rows × dimensions. */
  readonly mean: Float32Array;
}

export function featurePrior(
  features: Sparse,
  group: Uint8Array,
  dimensions: number,
  initialPrecision: number,
): FeaturePrior {
  const groupCount = group.reduce((most, g) => Math.max(most, g + 1), 1);
  const precision = new Float64Array(groupCount * dimensions).fill(initialPrecision);
  precision.fill(1e-6, 0, dimensions);
  return {
    features,
    byFeature: transpose(features),
    dimensions,
    group,
    groupCount,
    weight: new Float32Array(features.columnCount * dimensions),
    weightVariance: new Float32Array(features.columnCount * dimensions),
    precision,
    mean: new Float32Array(features.rows * dimensions),
  };
}

/**
 * Runs one Gauss–Seidel sweep over the weights. Updates means, variances and group precisions.
 * @param rows posterior means of the factors, rows × dimensions.
 * @param rowPrecision how precisely the prior mean predicts a row, per dimension.
 */
export function updateFeaturePrior(
  prior: FeaturePrior,
  rows: Float32Array,
  rowPrecision: Float64Array,
): void {
  const { byFeature, dimensions: d, group, groupCount, weight, weightVariance, precision, mean } = prior;
  const g = new Float64Array(d);
  const change = new Float64Array(d);
  const energy = new Float64Array(groupCount * d);
  const members = new Float64Array(groupCount);

  for (let f = 0; f < byFeature.rows; f++) {
    const from = byFeature.offsets[f];
    const to = byFeature.offsets[f + 1];
    if (from === to) continue;
    g.fill(0);
    let square = 0;
    for (let k = from; k < to; k++) {
      const x = byFeature.values[k];
      const at = byFeature.columns[k] * d;
      square += x * x;
      for (let c = 0; c < d; c++) g[c] += x * (rows[at + c] - mean[at + c]);
    }
    const w = f * d;
    const p = group[f] * d;
    members[group[f]]++;
    for (let c = 0; c < d; c++) {
      const total = precision[p + c] + rowPrecision[c] * square;
      const next = (rowPrecision[c] * (g[c] + square * weight[w + c])) / total;
      change[c] = next - weight[w + c];
      weight[w + c] = next;
      weightVariance[w + c] = 1 / total;
      energy[p + c] += next * next + 1 / total;
    }
    for (let k = from; k < to; k++) {
      const x = byFeature.values[k];
      const at = byFeature.columns[k] * d;
      for (let c = 0; c < d; c++) mean[at + c] += x * change[c];
    }
  }
  for (let gr = 1; gr < groupCount; gr++) {
    if (members[gr] === 0) continue;
    // A vague gamma hyper-prior (one pseudo-weight) keeps the precision of small groups finite.
    for (let c = 0; c < d; c++) precision[gr * d + c] = (members[gr] + 1) / (energy[gr * d + c] + 1e-6);
  }
}

/** Returns the variance of the prior mean per dimension, averaged over rows. */
export function priorUncertainty(prior: FeaturePrior): Float64Array {
  const { features, dimensions: d, weightVariance } = prior;
  const out = new Float64Array(d);
  const count = features.offsets[features.rows];
  for (let k = 0; k < count; k++) {
    const xx = features.values[k] * features.values[k];
    const w = features.columns[k] * d;
    for (let c = 0; c < d; c++) out[c] += xx * weightVariance[w + c];
  }
  for (let c = 0; c < d; c++) out[c] /= Math.max(1, features.rows);
  return out;
}

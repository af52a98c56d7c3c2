import { packedLength } from '../math/packed.ts';
import { contentSpace } from '../model/content.ts';
import { neighborSpace } from '../model/neighbor-space.ts';
import { FORMAT } from '../model/stored.ts';
import type { TasteSpace } from '../model/taste.ts';
import { titlePrior } from '../model/title-prior.ts';
import type { Catalogue, ModelMeta } from '../model/types.ts';
import { openPure, type PreparedPure, type PureModel, prepare } from './taste-model.ts';

/** The mean rating, in points of 0–10. The constants below have the same unit (docs/recommender.md#content-model). */
const CENTRE = 7;
/** Variance of one user's ratings of similar titles. */
const NOISE = 1.45 ** 2;
/** Variance of the mean ratings of users. */
const GENEROSITY = 1;
/**
 * The factors for the prior variances of `content.ts`, from which the fold-in chooses one per user. A larger
 * factor has a lower prior probability, so only users with clear tastes get a larger factor.
 */
const SCALES = [
  { variance: 1, logPrior: 0 },
  { variance: 3, logPrior: Math.log(0.02) },
  { variance: 8, logPrior: Math.log(0.002) },
];
/** Variance of the quality of titles around its prior mean. */
const QUALITY = 0.55 ** 2;

/**
 * Creates the model that needs no ratings of other users. The prior covariances of taste come from
 * `contentSpace`, the quality of titles from `titlePrior`, and the order from `neighborRanker`.
 */
export function contentModel(catalogue: Catalogue): PureModel {
  return openPure(catalogue, prepareContentModel(catalogue));
}

/**
 * Computes the arrays for `openPure`. A worker thread can run this slow part of `contentModel`, which takes
 * 0.2 s for 100,000 titles.
 */
export function prepareContentModel(catalogue: Catalogue): PreparedPure {
  return prepare(
    CONTENT_META,
    catalogue,
    contentTasteSpace(catalogue),
    { kind: 'content' },
    neighborSpace(catalogue),
  );
}

const CONTENT_META: ModelMeta = {
  format: FORMAT,
  kind: 'content',
  seed: 0,
  hyper: { centre: CENTRE, noise: NOISE, generosity: GENEROSITY, quality: QUALITY },
  data: { ratings: 0, people: 0, items: 0 },
  heldout: null,
  rivals: { content: null, previous: null },
  arrays: [],
};

export function contentTasteSpace(catalogue: Catalogue): TasteSpace {
  const { dimensions: factors, vectors } = contentSpace(catalogue);
  const d = factors + 1;
  const items = new Float32Array(catalogue.size * d);
  const prior = titlePrior(catalogue);
  for (let i = 0; i < catalogue.size; i++) {
    items.set(vectors.subarray(i * factors, (i + 1) * factors), i * d);
    items[i * d + factors] = prior[i];
  }
  const covariance = new Float32Array(packedLength(d));
  covariance[packedLength(d) - 1] = QUALITY;
  return {
    size: catalogue.size,
    factors,
    items,
    covarianceOf: new Int32Array(catalogue.size),
    covariance,
    itemNoise: new Float32Array(catalogue.size).fill(1),
    centre: CENTRE,
    noise: NOISE,
    noiseStrength: Number.POSITIVE_INFINITY,
    scales: SCALES,
    priorMean: new Float64Array(d),
    precision: new Float64Array(d).fill(1).fill(1 / GENEROSITY, factors),
    implicit: null,
    activity: null,
  };
}

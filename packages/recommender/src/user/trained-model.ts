import { type NeighborSpace, neighborSpace } from '../model/neighbor-space.ts';
import { arraysOf, FORMAT } from '../model/stored.ts';
import type { Catalogue, Model, StoredModel } from '../model/types.ts';
import { openModel, type PreparedModel, trainedShare } from './blended-model.ts';
import { prepareContentModel } from './content-model.ts';
import { type PreparedPure, prepare } from './taste-model.ts';
import { EASE_SHARE, type StoredOrder, TILT, trainedOrderSpace } from './trained-ranker.ts';
import { type TrainedTaste, titleKnowledge, trainedTasteSpace } from './trained-taste.ts';

/**
 * Loads a trained model for the current catalogue and finds its titles by id. Titles added since the training
 * get factors from their content, and removed titles are dropped.
 * @throws RangeError for an unknown layout.
 */
export function loadModel(catalogue: Catalogue, stored: StoredModel): Model {
  return openModel(catalogue, prepareModel(catalogue, stored));
}

/**
 * Computes the arrays for `openModel`. A worker thread can run this slow part of `loadModel`, which takes 0.5
 * s for 100,000 titles.
 */
export function prepareModel(catalogue: Catalogue, stored: StoredModel): PreparedModel {
  const { tasteLean = 0, orderLean = 0 } = stored.meta.hyper;
  if (tasteLean === 0 && orderLean === 0) return prepareTrained(catalogue, stored);
  const content = prepareContentModel(catalogue);
  const known = titleKnowledge(tasteOf(stored), catalogue);
  return {
    trained: prepareTrained(catalogue, stored, content.neighbors),
    content,
    taste: known.map((k) => trainedShare(k, tasteLean)),
    order: known.map((k) => trainedShare(k, orderLean)),
  };
}

/**
 * Computes the arrays of the trained model alone, without the arrays of the blend.
 * @param neighbors for a caller that has them.
 */
export function prepareTrained(
  catalogue: Catalogue,
  stored: StoredModel,
  neighbors: NeighborSpace = neighborSpace(catalogue),
): PreparedPure {
  if (stored.meta.format !== FORMAT)
    throw new RangeError(`model format ${stored.meta.format} is not ${FORMAT}`);
  const taste = trainedTasteSpace(tasteOf(stored), catalogue);
  const order = trainedOrderSpace(orderOf(stored), catalogue);
  return prepare(stored.meta, catalogue, taste, { kind: 'trained', trained: order }, neighbors);
}

type Arrays = Record<string, Float32Array | Int32Array>;

/** Returns the named arrays of a stored model, which has a likelihood part and an order part. */
export function storedArrays(taste: TrainedTaste, order: StoredOrder): Arrays {
  return {
    tasteScalars: Float32Array.of(taste.factors, taste.centre, taste.noise, taste.activityMean),
    tasteIds: taste.ids,
    tasteItems: taste.items,
    tasteImplicit: taste.implicit,
    tasteCovariance: taste.covariance,
    tasteItemNoise: taste.itemNoise,
    tastePriorMean: Float32Array.from(taste.priorMean),
    tasteActivity: Float32Array.from(taste.activity),
    tastePrecision: Float32Array.from(taste.precision),
    tasteItemPrecision: Float32Array.from(taste.itemPrecision),
    tasteFeatureGroup: taste.featureGroup,
    tasteFeatureId: taste.featureId,
    tasteFeatureWeight: taste.featureWeight,
    orderScalars: Float32Array.of(order.ials.factors, order.ials.unobserved, order.ials.regularisation),
    orderIds: order.ids,
    orderItems: order.ials.items,
    orderWeightOffsets: order.weights.offsets,
    orderWeightColumns: order.weights.columns,
    orderWeightValues: order.weights.values,
    orderFeatureGroup: order.featureGroup,
    orderFeatureId: order.featureId,
    orderFeatureWeight: order.featureWeight,
  };
}

export function tasteOf(stored: StoredModel): TrainedTaste {
  const { floats, ints } = arraysOf(stored);
  const [factors, centre, noise, activityMean] = floats('tasteScalars');
  return {
    factors,
    centre,
    noise,
    activityMean,
    ids: ints('tasteIds'),
    items: floats('tasteItems'),
    implicit: floats('tasteImplicit'),
    covariance: floats('tasteCovariance'),
    itemNoise: floats('tasteItemNoise'),
    priorMean: Float64Array.from(floats('tastePriorMean')),
    activity: Float64Array.from(floats('tasteActivity')),
    precision: Float64Array.from(floats('tastePrecision')),
    itemPrecision: Float64Array.from(floats('tasteItemPrecision')),
    featureGroup: ints('tasteFeatureGroup'),
    featureId: ints('tasteFeatureId'),
    featureWeight: floats('tasteFeatureWeight'),
  };
}

export function orderOf(stored: StoredModel): StoredOrder {
  const { floats, ints } = arraysOf(stored);
  const [factors, unobserved, regularisation] = floats('orderScalars');
  const ids = ints('orderIds');
  const { easeShare = EASE_SHARE, tilt = TILT } = stored.meta.hyper;
  return {
    balance: { easeShare, tilt },
    ids,
    ials: { factors, unobserved, regularisation, items: floats('orderItems') },
    weights: {
      rows: ids.length,
      columnCount: ids.length,
      offsets: ints('orderWeightOffsets'),
      columns: ints('orderWeightColumns'),
      values: floats('orderWeightValues'),
    },
    featureGroup: ints('orderFeatureGroup'),
    featureId: ints('orderFeatureId'),
    featureWeight: floats('orderFeatureWeight'),
  };
}

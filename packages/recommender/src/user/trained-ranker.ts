import { dotRows } from '../math/dot.ts';
import type { Sparse } from '../math/sparse.ts';
import { standardOf } from '../math/standard.ts';
import { titleFeatures } from '../model/features.ts';
import { gradeOf } from '../model/grades.ts';
import type { TasteSpace } from '../model/taste.ts';
import type { Catalogue } from '../model/types.ts';
import { foldIals, gramOf, type Ials } from './fold-ials.ts';
import { type CheckedSignals, type Ranker, scoresOf, trustIn } from './ranker.ts';

/** The stored parts of a trained order: factors and item weights over `ids`, and the regression from content. */
export interface StoredOrder {
  readonly ids: Int32Array;
  readonly ials: Ials;
  /** The largest item-to-item weights. Rows and columns are indexes of `ids`. */
  readonly weights: Sparse;
  readonly featureGroup: Int32Array;
  readonly featureId: Int32Array;
  /** Shape: features × factors. */
  readonly featureWeight: Float32Array;
  readonly balance: Balance;
}

/** Default share of EASE in the blend. EASE and implicit ALS are standardized over the titles first. */
export const EASE_SHARE = 0.55;

/**
 * Default tilt: a point of predicted taste (without biases) raises a score by this many standard deviations
 * of the blend. A tilt of 1 ranks better than 0 or 2 (docs/recommender.md#ranking).
 */
export const TILT = 1;

/** The share of EASE in the blend, and the tilt. See `EASE_SHARE` and `TILT`. */
export interface Balance {
  readonly easeShare: number;
  readonly tilt: number;
}

/** Grades of a list entry and of a view without a rating. A full positive has the grade 1. */
const LISTED_GRADE = 0.8;
const SEEN_GRADE = 0.5;

/**
 * A trained order, arranged by the current catalogue. Contains only numbers and typed arrays, see
 * `PreparedModel`.
 */
export interface TrainedOrderSpace {
  /** Implicit factors by catalogue index. Titles that were not trained get factors from content. */
  readonly ials: Ials;
  /** `unobserved` × Σ q qᵀ over the factors q of the trained titles. */
  readonly gram: Float64Array;
  /** Number of trained titles. */
  readonly trainedCount: number;
  /** Catalogue indexes of the trained titles that the catalogue contains. */
  readonly trained: Int32Array;
  /** Item weights by catalogue index. */
  readonly weights: Sparse;
  readonly balance: Balance;
}

export function trainedOrderSpace(stored: StoredOrder, catalogue: Catalogue): TrainedOrderSpace {
  const { ials } = stored;
  const k = ials.factors;
  const { size } = catalogue;
  const rowOf = new Map<number, number>();
  stored.ids.forEach((id, row) => {
    rowOf.set(id, row);
  });
  const items = new Float32Array(size * k);
  const row = new Int32Array(size).fill(-1);
  const indexOfRow = new Int32Array(stored.ids.length).fill(-1);
  const byContent = contentFactors(stored);
  for (let i = 0; i < size; i++) {
    const r = rowOf.get(catalogue.ids[i]);
    if (r === undefined) byContent(catalogue, i, items, i);
    else {
      items.set(ials.items.subarray(r * k, (r + 1) * k), i * k);
      row[i] = r;
      indexOfRow[r] = i;
    }
  }
  return {
    ials: { ...ials, items },
    gram: gramOf(ials.items, stored.ids.length, k, ials.unobserved),
    trainedCount: stored.ids.length,
    trained: indexOfRow.filter((i) => i >= 0),
    weights: byIndex(stored.weights, row, indexOfRow),
    balance: stored.balance,
  };
}

/**
 * Renumbers the rows and columns of the weights from the stored model to the catalogue. Leaves out removed
 * titles.
 */
function byIndex(weights: Sparse, row: Int32Array, indexOfRow: Int32Array): Sparse {
  const size = row.length;
  const offsets = new Int32Array(size + 1);
  const columns = new Int32Array(weights.columns.length);
  const values = new Float32Array(weights.columns.length);
  let at = 0;
  for (let i = 0; i < size; i++) {
    const r = row[i];
    for (let e = r < 0 ? 0 : weights.offsets[r]; r >= 0 && e < weights.offsets[r + 1]; e++) {
      const column = indexOfRow[weights.columns[e]];
      if (column < 0) continue;
      columns[at] = column;
      values[at++] = weights.values[e];
    }
    offsets[i + 1] = at;
  }
  return {
    rows: size,
    columnCount: size,
    offsets,
    columns: columns.slice(0, at),
    values: values.slice(0, at),
  };
}

/** Ranks by a blend of graded implicit ALS and EASE weights, plus the tilt by predicted taste. */
export function trainedRanker(space: TrainedOrderSpace, catalogue: Catalogue, taste: TasteSpace): Ranker {
  const { ials, gram, trained, trainedCount, weights, balance } = space;
  const { factors: k, items: factors } = ials;
  const { size } = catalogue;

  return {
    // The best titles are ten standard deviations above the mean. Fame needs a similar range to replace the
    // scores. The age of titles is known from their raters.
    fame: { unknown: 20, known: 0.3, aged: 0 },
    needsRatings: true,
    takesTurns: false,
    readsMean: true,
    genreLift: 20,
    fold: (signals, user) => {
      const { items, grades } = gradedTitles(signals);
      const state = new Float32Array(k + taste.factors);
      state.set(foldIals(ials, gram, items, grades, trainedCount));
      state.set(user.mean.subarray(0, taste.factors), k);
      return state;
    },
    score: (state, signals, weight, items) => {
      const byFactors = dotRows(factors, k, state.subarray(0, k));
      const byWeights = new Float32Array(size);
      const { items: graded, grades } = gradedTitles(signals);
      graded.forEach((item, t) => {
        for (let e = weights.offsets[item]; e < weights.offsets[item + 1]; e++)
          byWeights[weights.columns[e]] += grades[t] * weights.values[e];
      });
      const points = dotRows(taste.items, taste.factors + 1, state.subarray(k));
      const a = standardOf(scoresOf(byFactors, trained));
      const b = standardOf(scoresOf(byWeights, trained));
      const c = standardOf(scoresOf(points, trained));
      const { easeShare, tilt } = balance;
      const scores = byFactors.map((score, i) => {
        const blend =
          (1 - easeShare) * a.scale * (score - a.mean) + easeShare * b.scale * (byWeights[i] - b.mean);
        return weight * (blend + tilt * (points[i] - c.mean));
      });
      return items ? scoresOf(scores, items) : scores;
    },
  };
}

/** Returns rated, listed and seen titles with their grades. */
function gradedTitles(signals: CheckedSignals): {
  items: Int32Array;
  grades: Float32Array;
} {
  const { rated, ratings, listed, seen } = signals;
  const items = Int32Array.from([...rated, ...listed, ...seen]);
  const grades = new Float32Array(items.length).fill(LISTED_GRADE);
  grades.fill(SEEN_GRADE, rated.length + listed.length);
  ratings.forEach((r, t) => {
    grades[t] = gradeOf(r);
  });
  const trusts = trustIn(signals, items);
  return { items, grades: grades.map((grade, t) => grade * trusts[t]) };
}

/**
 * Returns a function that predicts a title's implicit factor from content and adds the factor to a row of
 * `out`.
 */
export function contentFactors(
  stored: StoredOrder,
): (catalogue: Catalogue, item: number, out: Float32Array, row: number) => void {
  const k = stored.ials.factors;
  const at = new Map<string, number>();
  stored.featureGroup.forEach((group, f) => {
    at.set(`${group}:${stored.featureId[f]}`, f * k);
  });
  return (catalogue, item, out, row) => {
    for (const [group, id, x] of titleFeatures(catalogue, item)) {
      const w = at.get(`${group}:${id}`);
      if (w === undefined) continue;
      for (let c = 0; c < k; c++) out[row * k + c] += x * stored.featureWeight[w + c];
    }
  };
}

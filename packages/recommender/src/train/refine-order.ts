import { factorise, packedLength, solve } from '../math/packed.ts';
import { type Sparse, transpose } from '../math/sparse.ts';
import { gradeOf } from '../model/grades.ts';
import type { Catalogue } from '../model/types.ts';
import { foldIals, gramOf, type Ials } from '../serve/fold-ials.ts';
import { contentFactors, type StoredOrder } from '../serve/trained-ranker.ts';
import type { RatingTable } from './rating-table.ts';
import { refineWeights } from './refine-weights.ts';

/** The numbers of users and ratings that a base model was trained on, estimated from the stored model. */
export interface BaseEvidence {
  readonly users: number;
  /** Number of ratings of each title, by the caller's id. */
  readonly raters: ReadonlyMap<number, number>;
  /** The ridge λ that EASE used to train the item weights of the base. */
  readonly lambda: number;
}

/**
 * Number of passes over users and then titles. Three passes are enough, because the factors of the base are
 * near the optimum.
 */
const PASSES = 3;
/** The weight of a title's content, in ratings, when the base does not contain the title. */
const CONTENT_RATINGS = 1;

/**
 * Ridge that each rating in the base adds to the rated title. Two approximations require a value above 1
 * (docs/recommender.md#a-base-model-from-a-ratings-file).
 */
const BASE_RATING = 2;

/**
 * Refines a base model's order with ratings of other users, and does not need the ratings of the base. A
 * title with more ratings in the base changes less.
 */
export async function refineOrder(
  catalogue: Catalogue,
  table: RatingTable,
  base: StoredOrder,
  evidence: BaseEvidence,
  step: (share: number) => Promise<void> | void = () => {},
): Promise<StoredOrder> {
  const { ids, grades, indexes } = extended(catalogue, table, base);
  const known = base.ids.length;
  const raters = Float64Array.from(ids, (id, row) =>
    row < known ? (evidence.raters.get(id) ?? 0) : CONTENT_RATINGS,
  );
  const factors = startOf(catalogue, base, indexes, ids.length);
  const items = refineFactors({ ...base.ials, items: factors }, grades, {
    users: evidence.users,
    raters,
    known,
  });
  await step(0.3);
  const ridge = raters.map((n, row) => evidence.lambda + (row < known ? BASE_RATING * n : 0));
  const weights = await refineWeights(withRows(base.weights, ids.length), grades, ridge, (share) =>
    step(0.3 + 0.7 * share),
  );
  return { ...base, ids, ials: { ...base.ials, items }, weights };
}

/**
 * Adds the titles that the base lacks. Returns the ids of all titles, the grades over all titles, and the
 * catalogue indexes of the added titles.
 */
function extended(
  catalogue: Catalogue,
  { matrix, titles }: RatingTable,
  base: StoredOrder,
): { ids: Int32Array; grades: Sparse; indexes: Int32Array } {
  const rowOf = new Map(Array.from(base.ids, (id, row) => [id, row]));
  const added: number[] = [];
  const place = titles.map((item) => {
    const row = rowOf.get(catalogue.ids[item]);
    return row ?? base.ids.length + added.push(item) - 1;
  });
  return {
    ids: Int32Array.from([...base.ids, ...added.map((item) => catalogue.ids[item])]),
    grades: {
      ...matrix,
      columnCount: base.ids.length + added.length,
      columns: matrix.columns.map((column) => place[column]),
      values: matrix.values.map(gradeOf),
    },
    indexes: Int32Array.from(added),
  };
}

function startOf(catalogue: Catalogue, base: StoredOrder, added: Int32Array, count: number): Float32Array {
  const k = base.ials.factors;
  const items = new Float32Array(count * k);
  items.set(base.ials.items);
  const byContent = contentFactors(base);
  added.forEach((item, n) => {
    byContent(catalogue, item, items, base.ids.length + n);
  });
  return items;
}

function withRows(weights: Sparse, rows: number): Sparse {
  const offsets = new Int32Array(rows + 1).fill(weights.columns.length);
  offsets.set(weights.offsets);
  return { ...weights, rows, columnCount: rows, offsets };
}

interface Resistance {
  /** Number of users in the training of the base. */
  readonly users: number;
  /**
   * Number of ratings by title in the training of the base. All other users of the base did not rate the
   * title.
   */
  readonly raters: Float64Array;
  /**
   * Row of the first title that the base does not contain. The users of the base are not counted for titles
   * from this row on.
   */
  readonly known: number;
}

/**
 * Continues implicit ALS from the item factors of the base. Without new ratings, these factors already solve
 * the titles' equations, so no title changes.
 */
function refineFactors(start: Ials, grades: Sparse, { users, raters, known }: Resistance): Float32Array {
  const { factors: k, unobserved, regularisation } = start;
  const count = grades.columnCount;
  const byTitle = transpose(grades);
  const items = start.items.slice();
  const userFactors = new Float32Array(grades.rows * k);
  for (let pass = 0; pass < PASSES; pass++) {
    const gram = gramOf(items, count, k, unobserved);
    for (let u = 0; u < grades.rows; u++) {
      const titles = grades.columns.subarray(grades.offsets[u], grades.offsets[u + 1]);
      const own = grades.values.subarray(grades.offsets[u], grades.offsets[u + 1]);
      userFactors.set(foldIals({ ...start, items }, gram, titles, own), u * k);
    }
    // Rebuild the equation of each title from the second moment of the user factors and the number of
    // ratings.
    const moment = gramOf(userFactors, grades.rows, k, 1 / Math.max(1, grades.rows));
    for (let i = 0; i < count; i++) {
      const before = raters[i] + unobserved * (i < known ? users : 0);
      const from = byTitle.offsets[i];
      const to = byTitle.offsets[i + 1];
      const watchers = byTitle.columns.subarray(from, to);
      const after = before + unobserved * grades.rows;
      const first = start.items.subarray(i * k, (i + 1) * k);
      const ridge = { before: regularisation * before, after: regularisation * (after + to - from) };
      items.set(
        solveTitle(
          moment,
          { before, after },
          ridge,
          first,
          userFactors,
          watchers,
          byTitle.values.subarray(from, to),
        ),
        i * k,
      );
    }
  }
  return items;
}

/**
 * Computes the factor of one title. Adds the new ratings, and the weight of new users without a rating, to
 * the equation of the base.
 */
function solveTitle(
  moment: Float64Array,
  weight: { readonly before: number; readonly after: number },
  ridge: { readonly before: number; readonly after: number },
  first: Float32Array,
  userFactors: Float32Array,
  watchers: Int32Array,
  grades: Float32Array,
): Float64Array {
  const k = first.length;
  const a = new Float64Array(packedLength(k));
  const b = new Float64Array(k);
  for (let r = 0; r < k; r++) {
    const row = (r * (r + 1)) / 2;
    for (let c = 0; c <= r; c++) a[row + c] = weight.after * moment[r * k + c];
    a[row + r] += ridge.after;
    let sum = ridge.before * first[r];
    for (let c = 0; c < k; c++) sum += weight.before * moment[r * k + c] * first[c];
    b[r] = sum;
  }
  watchers.forEach((user, n) => {
    const p = userFactors.subarray(user * k, (user + 1) * k);
    for (let r = 0; r < k; r++) {
      const row = (r * (r + 1)) / 2;
      for (let c = 0; c <= r; c++) a[row + c] += p[r] * p[c];
      b[r] += grades[n] * p[r];
    }
  });
  factorise(a, k);
  solve(a, k, b);
  return b;
}

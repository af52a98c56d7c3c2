import { invertPositive, type Step } from '../math/dense.ts';
import { topK } from '../math/select.ts';
import { type Sparse, transpose } from '../math/sparse.ts';

/**
 * EASE (Steck 2019): item-to-item weights `B = I − P diag(1 / P)` with `P = (XᵀX + λI)⁻¹`. X is the matrix of
 * grades, users × titles.
 */
export interface Ease {
  /** Number of titles. */
  readonly size: number;
  /** Writes xB, which is a score for every title. x is the vector of a user's grades. */
  score(titles: ArrayLike<number>, grades: ArrayLike<number>, out: Float32Array): void;
  /** Writes the weights from `title` to every title into `out`. */
  weightsOf(title: number, out: Float32Array): void;
}

export interface EaseOptions {
  readonly lambda: number;
  /** Rows of content facts, trained as additional users (collective EASE, Jeunen et al. 2020). */
  readonly content?: Sparse;
  readonly step?: Step;
}

/**
 * Content rows are multiplied by this constant and by √λ, so that the weight needs no tuning. One content row
 * then has the weight of λ / 25 users with ratings of its titles.
 */
const CONTENT_WEIGHT = 0.2;

export async function trainEase(grades: Sparse, options: EaseOptions): Promise<Ease> {
  const { lambda, content, step } = options;
  const x = content ? stack(grades, content, CONTENT_WEIGHT * Math.sqrt(lambda)) : grades;
  return x.rows < x.columnCount ? await dual(x, lambda, step) : await primal(x, lambda, step);
}

function stack(top: Sparse, bottom: Sparse, weight: number): Sparse {
  const entries = top.columns.length;
  const offsets = new Int32Array(top.rows + bottom.rows + 1);
  offsets.set(top.offsets);
  for (let r = 0; r <= bottom.rows; r++) offsets[top.rows + r] = entries + bottom.offsets[r];
  const columns = new Int32Array(entries + bottom.columns.length);
  columns.set(top.columns);
  columns.set(bottom.columns, entries);
  const values = new Float32Array(columns.length);
  values.set(top.values);
  values.set(
    bottom.values.map((v) => v * weight),
    entries,
  );
  return { rows: top.rows + bottom.rows, columnCount: top.columnCount, offsets, columns, values };
}

async function primal(x: Sparse, lambda: number, step?: Step): Promise<Ease> {
  const n = x.columnCount;
  const p = gramOfColumns(x);
  for (let i = 0; i < n; i++) p[i * n + i] += lambda;
  await invertPositive(p, n, step);
  const weightsOf = (title: number, out: Float32Array): void => {
    const row = title * n;
    for (let j = 0; j < n; j++) out[j] = j === title ? 0 : -p[row + j] / p[j * n + j];
  };
  return {
    size: n,
    weightsOf,
    score: (titles, grades, out) => {
      const sum = new Float64Array(n);
      const self = new Float64Array(n);
      for (let t = 0; t < titles.length; t++) {
        const row = titles[t] * n;
        for (let j = 0; j < n; j++) sum[j] += grades[t] * p[row + j];
        self[titles[t]] = grades[t];
      }
      for (let j = 0; j < n; j++) out[j] = self[j] - sum[j] / p[j * n + j];
    },
  };
}

/** Returns the lower triangle of XᵀX. */
function gramOfColumns(x: Sparse): Float64Array {
  const n = x.columnCount;
  const gram = new Float64Array(n * n);
  for (let r = 0; r < x.rows; r++) {
    for (let a = x.offsets[r]; a < x.offsets[r + 1]; a++) {
      const row = x.columns[a] * n;
      const v = x.values[a];
      for (let b = x.offsets[r]; b < x.offsets[r + 1]; b++) {
        if (x.columns[b] <= x.columns[a]) gram[row + x.columns[b]] += v * x.values[b];
      }
    }
  }
  return gram;
}

/** Trains with fewer users than titles, by Woodbury's identity: `P = (I − Xᵀ (XXᵀ + λI)⁻¹ X) / λ`. */
async function dual(x: Sparse, lambda: number, step?: Step): Promise<Ease> {
  const users = x.rows;
  const n = x.columnCount;
  const byTitle = transpose(x);
  const m = gramOfColumns(byTitle);
  for (let u = 0; u < users; u++) m[u * users + u] += lambda;
  await invertPositive(m, users, step);

  // z = (M X)ᵀ, n × users; `diagonal` is the diagonal of P.
  const z = new Float32Array(n * users);
  const diagonal = new Float64Array(n);
  const column = new Float64Array(users);
  for (let i = 0; i < n; i++) {
    column.fill(0);
    for (let k = byTitle.offsets[i]; k < byTitle.offsets[i + 1]; k++) {
      const row = byTitle.columns[k] * users;
      const v = byTitle.values[k];
      for (let u = 0; u < users; u++) column[u] += v * m[row + u];
    }
    let own = 0;
    for (let k = byTitle.offsets[i]; k < byTitle.offsets[i + 1]; k++)
      own += byTitle.values[k] * column[byTitle.columns[k]];
    diagonal[i] = (1 - own) / lambda;
    z.set(column, i * users);
  }
  const score = (titles: ArrayLike<number>, grades: ArrayLike<number>, out: Float32Array): void => {
    const t = new Float64Array(users);
    const self = new Float64Array(n);
    for (let k = 0; k < titles.length; k++) {
      self[titles[k]] = grades[k];
      for (let e = byTitle.offsets[titles[k]]; e < byTitle.offsets[titles[k] + 1]; e++) {
        t[byTitle.columns[e]] += grades[k] * byTitle.values[e];
      }
    }
    // For a single title, most of `t` is 0, because few users rated the title.
    const raters = Int32Array.from(t.keys()).filter((u) => t[u] !== 0);
    const weights = Float64Array.from(raters, (u) => t[u]);
    for (let j = 0; j < n; j++) {
      let sum = 0;
      const at = j * users;
      for (let r = 0; r < raters.length; r++) sum += z[at + raters[r]] * weights[r];
      out[j] = self[j] - (self[j] - sum) / (lambda * diagonal[j]);
    }
  };
  return {
    size: n,
    score,
    weightsOf: (title, out) => {
      score([title], [1], out);
      out[title] = 0;
    },
  };
}

/**
 * For each title, returns the `keep` weights with the largest absolute values. The result is sparse, for the
 * stored model.
 */
export async function largestWeights(ease: Ease, keep: number, step?: Step): Promise<Sparse> {
  const offsets = new Int32Array(ease.size + 1);
  const columns = new Int32Array(ease.size * keep);
  const values = new Float32Array(ease.size * keep);
  const weights = new Float32Array(ease.size);
  const sizes = new Float32Array(ease.size);
  let count = 0;
  for (let i = 0; i < ease.size; i++) {
    ease.weightsOf(i, weights);
    // `topK` skips -Infinity.
    for (let j = 0; j < ease.size; j++)
      sizes[j] = weights[j] === 0 ? Number.NEGATIVE_INFINITY : Math.abs(weights[j]);
    for (const j of topK(sizes, keep)) {
      columns[count] = j;
      values[count++] = weights[j];
    }
    offsets[i + 1] = count;
    if (i % 100 === 0) await step?.(i / ease.size);
  }
  return {
    rows: ease.size,
    columnCount: ease.size,
    offsets,
    columns: columns.subarray(0, count),
    values: values.subarray(0, count),
  };
}

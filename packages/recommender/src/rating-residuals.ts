import type { Sparse } from './sparse.ts';

/** Residuals of factor models, for kernel ridge regression from one of two sides. */
export interface Residuals {
  /** Users × titles. The values are not used. */
  readonly matrix: Sparse;
  /** Residuals of the fit, parallel to the entries of `matrix`. */
  readonly fitted: Float32Array;
  /** Leave-one-out residuals, parallel to the entries of `matrix`. */
  readonly apart: Float32Array;
}

/**
 * The pairs of row and column in `matrix` to predict. The index -1 is an unknown user or title with a
 * predicted residual of 0.
 */
export interface Pairs {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
}

/**
 * `people` predicts from a user's residuals of other titles, `titles` from a title's residuals of other
 * users.
 */
export const SIDES = ['people', 'titles'] as const;
export type Side = (typeof SIDES)[number];

/** Largest number of columns. The kernel is a dense matrix, so 12,000 columns take 1.2 GB. */
const LARGEST = 12_000;

/** Candidates for the ridge, which is added to the diagonal of a kernel with values up to about 1. */
export const RIDGES = [0.7, 1.5, 3, 10] as const;

/**
 * The kernel of two columns is cos(residuals)^1.5 + RATED_SHARE × cos(sets of raters). The power gives a few
 * close neighbors more weight than many distant neighbors.
 */
const RATED_SHARE = 0.05;

/**
 * Number of ratings added to the squared length of each vector in a cosine. The addition lowers the cosines
 * of columns with few ratings.
 */
const SHRINKAGE = 40;
const RATED_SHRINKAGE = 20;

const CG_STEPS = 40;
const CG_TOLERANCE = 1e-3;

/**
 * Predicts the residuals of `pairs` from one side, once per ridge. Returns [] when the kernel would exceed
 * `LARGEST`.
 */
export function predictResiduals(
  data: Residuals,
  side: Side,
  pairs: Pairs,
  ridges: readonly number[],
): Float32Array[] {
  const { matrix } = data;
  if ((side === 'people' ? matrix.columnCount : matrix.rows) > LARGEST) return [];
  const entries = side === 'people' ? rowEntries(data) : columnEntries(data);
  const [rows, columns] = side === 'people' ? [pairs.rows, pairs.columns] : [pairs.columns, pairs.rows];
  const solver = new Solver(entries, side === 'people' ? matrix.columnCount : matrix.rows);
  const out = ridges.map(() => new Float32Array(rows.length));
  const byRow = groupBy(rows, entries.rows);
  for (let r = 0; r < entries.rows; r++) {
    const asked = byRow.order.subarray(byRow.offsets[r], byRow.offsets[r + 1]);
    if (asked.length === 0) continue;
    for (const [n, ridge] of ridges.entries()) solver.predict(r, ridge, asked, columns, out[n]);
  }
  return out;
}

/** Returns the index of the candidate that explains most variance of `target` when it is scaled optimally. */
export function bestCandidate(target: Float32Array, candidates: readonly Float32Array[]): number {
  const explained = candidates.map((x) => {
    const along = product(x, target);
    return along > 0 ? (along * along) / product(x, x) : 0;
  });
  return explained.indexOf(Math.max(...explained));
}

/** Fits weights of several predictions of `target` by non-negative least squares. */
export function fitWeights(target: Float32Array, predictions: readonly Float32Array[]): number[] {
  const gram = predictions.map((x) => predictions.map((y) => product(x, y)));
  const right = predictions.map((x) => product(x, target));
  const weights = predictions.map(() => 0);
  for (let pass = 0; pass < 100; pass++) {
    weights.forEach((_, a) => {
      const rest = weights.reduce((sum, w, b) => (b === a ? sum : sum - gram[a][b] * w), right[a]);
      weights[a] = gram[a][a] > 0 ? Math.max(0, rest / gram[a][a]) : 0;
    });
  }
  return weights;
}

function product(x: Float32Array, y: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
  return sum;
}

/** Ratings grouped by row. Each row gives one system of equations. */
interface Entries {
  readonly rows: number;
  readonly offsets: Int32Array;
  readonly columns: Int32Array;
  readonly fitted: Float32Array;
  readonly apart: Float32Array;
}

function rowEntries({ matrix, fitted, apart }: Residuals): Entries {
  const { rows, offsets, columns } = matrix;
  return { rows, offsets, columns, fitted, apart };
}

function columnEntries({ matrix, fitted, apart }: Residuals): Entries {
  const { offsets, order } = groupBy(matrix.columns, matrix.columnCount);
  const rowOf = new Int32Array(matrix.columns.length);
  for (let r = 0; r < matrix.rows; r++) rowOf.fill(r, matrix.offsets[r], matrix.offsets[r + 1]);
  return {
    rows: matrix.columnCount,
    offsets,
    columns: order.map((e) => rowOf[e]),
    fitted: Float32Array.from(order, (e) => fitted[e]),
    apart: Float32Array.from(order, (e) => apart[e]),
  };
}

/** Groups the indexes of `keys` by key (0 … count - 1). Negative keys are left out. */
function groupBy(keys: Int32Array, count: number): { offsets: Int32Array; order: Int32Array } {
  const offsets = new Int32Array(count + 1);
  for (const key of keys) if (key >= 0) offsets[key + 1]++;
  for (let k = 0; k < count; k++) offsets[k + 1] += offsets[k];
  const next = offsets.slice(0, count);
  const order = new Int32Array(offsets[count]);
  keys.forEach((key, at) => {
    if (key >= 0) order[next[key]++] = at;
  });
  return { offsets, order };
}

/** Solves one row at a time and reuses its buffers. */
class Solver {
  readonly #entries: Entries;
  readonly #size: number;
  /**
   * For each pair of columns, the inner product of the residuals. `#scale` turns the product into a cosine.
   */
  readonly #products: Float32Array;
  readonly #scale: Float64Array;
  /** For each pair of columns, the number of common raters. `#countScale` turns the number into a cosine. */
  readonly #counts: Uint32Array;
  readonly #countScale: Float64Array;
  readonly #system: Float32Array;

  constructor(entries: Entries, size: number) {
    const { rows, offsets, columns, fitted } = entries;
    const products = new Float32Array(size * size);
    const counts = new Uint32Array(size * size);
    let square = 0;
    let longest = 0;
    for (let r = 0; r < rows; r++) {
      longest = Math.max(longest, offsets[r + 1] - offsets[r]);
      for (let a = offsets[r]; a < offsets[r + 1]; a++) {
        const at = columns[a] * size;
        const x = fitted[a];
        square += x * x;
        for (let b = offsets[r]; b < offsets[r + 1]; b++) {
          products[at + columns[b]] += x * fitted[b];
          counts[at + columns[b]]++;
        }
      }
    }
    const shrinkage = (SHRINKAGE * square) / Math.max(1, offsets[rows]);
    this.#entries = entries;
    this.#size = size;
    this.#products = products;
    this.#counts = counts;
    this.#countScale = Float64Array.from(
      { length: size },
      (_, c) => 1 / Math.sqrt(counts[c * size + c] + RATED_SHRINKAGE),
    );
    this.#scale = Float64Array.from(
      { length: size },
      (_, c) => 1 / Math.sqrt(products[c * size + c] + shrinkage + 1e-12),
    );
    this.#system = new Float32Array(longest * longest);
  }

  /** Predicts the columns at `places` of row `r` from all entries of the row. */
  predict(r: number, ridge: number, places: Int32Array, columnOf: Int32Array, out: Float32Array): void {
    const { columns, offsets } = this.#entries;
    const known = Int32Array.from({ length: offsets[r + 1] - offsets[r] }, (_, k) => offsets[r] + k);
    const alpha = this.#solve(known, ridge);
    for (const place of places) {
      const column = columnOf[place];
      if (column < 0) continue;
      let sum = 0;
      for (let n = 0; n < known.length; n++) {
        sum += alpha[n] * this.#kernel(column, columns[known[n]], 0);
      }
      out[place] = sum;
    }
  }

  /**
   * @param own the part of the product that comes from the solved row. The kernel leaves out this part, so
   * that a row does not predict itself.
   */
  #kernel(a: number, b: number, own: number): number {
    const at = a * this.#size + b;
    const cosine = (this.#products[at] - own) * this.#scale[a] * this.#scale[b];
    const rated = this.#counts[at] * this.#countScale[a] * this.#countScale[b];
    return Math.sign(cosine) * Math.abs(cosine) * Math.sqrt(Math.abs(cosine)) + RATED_SHARE * rated;
  }

  /** Solves (kernel + ridge) alpha = target by conjugate gradients. */
  #solve(known: Int32Array, ridge: number): Float64Array {
    const { columns, fitted, apart } = this.#entries;
    const n = known.length;
    const system = this.#system;
    for (let a = 0; a < n; a++) {
      const x = fitted[known[a]];
      const column = columns[known[a]];
      for (let b = 0; b <= a; b++) {
        const value = this.#kernel(column, columns[known[b]], x * fitted[known[b]]);
        system[a * n + b] = value;
        system[b * n + a] = value;
      }
      system[a * n + a] += ridge;
    }
    const target = Float64Array.from(known, (k) => apart[k]);
    return conjugateGradients(system, n, target);
  }
}

function conjugateGradients(a: Float32Array, n: number, target: Float64Array): Float64Array {
  const x = new Float64Array(n);
  const residual = target.slice();
  const direction = target.slice();
  const image = new Float64Array(n);
  let old = dot(residual, residual);
  const enough = old * CG_TOLERANCE ** 2;
  for (let step = 0; step < CG_STEPS && old > enough; step++) {
    for (let r = 0; r < n; r++) image[r] = dotRow(a, r * n, direction, n);
    const curve = dot(direction, image);
    // The kernel can be indefinite. In this case, use the solution of the previous iteration.
    if (curve <= 0) break;
    const length = old / curve;
    for (let k = 0; k < n; k++) {
      x[k] += length * direction[k];
      residual[k] -= length * image[k];
    }
    const fresh = dot(residual, residual);
    for (let k = 0; k < n; k++) direction[k] = residual[k] + (fresh / old) * direction[k];
    old = fresh;
  }
  return x;
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
  return sum;
}

// Four independent sums let the CPU add in parallel.
function dotRow(a: Float32Array, at: number, x: Float64Array, n: number): number {
  let s = 0;
  let t = 0;
  let u = 0;
  let v = 0;
  let k = 0;
  for (; k + 4 <= n; k += 4) {
    s += a[at + k] * x[k];
    t += a[at + k + 1] * x[k + 1];
    u += a[at + k + 2] * x[k + 2];
    v += a[at + k + 3] * x[k + 3];
  }
  for (; k < n; k++) s += a[at + k] * x[k];
  return s + t + u + v;
}

import { seeded } from '../math/random.ts';
import { type Sparse, transpose } from '../math/sparse.ts';
import { gramOf, type Ials } from '../user/fold-ials.ts';

/**
 * Implicit ALS with graded targets (Hu, Koren, Volinsky 2008; settings after Rendle et al. 2021). Minimizes
 * `Σ_observed (g − p·q)² + unobserved Σ_all (p·q)² + Σ_rows regularization (n + unobserved N) |row|²`.
 */
export interface IalsOptions {
  readonly factors: number;
  /** Weight of a title that the user did not watch. A watched title has the weight 1. */
  readonly unobserved: number;
  readonly regularisation: number;
  readonly iterations: number;
  readonly seed: number;
  /** The item factors that training starts from (items × factors). Rows of zeros get a random start. */
  readonly warm?: Float32Array;
  readonly step?: (done: number, total: number) => Promise<void> | void;
}

/**
 * Number of conjugate-gradient steps per row and iteration (Takács, Pilászy, Tikk 2011). The fold-in solves
 * the equation exactly, without these steps.
 */
const STEPS = 3;

/** Fits item factors to a users × titles matrix of grades in (0, 1]. */
export async function trainIals(grades: Sparse, options: IalsOptions): Promise<Ials> {
  const { factors, unobserved, regularisation, warm } = options;
  const random = seeded(options.seed);
  const scale = 0.1 / Math.sqrt(factors);
  const users = new Float32Array(grades.rows * factors);
  const items = Float32Array.from({ length: grades.columnCount * factors }, () => random.normal() * scale);
  if (warm) for (let k = 0; k < items.length; k++) if (warm[k] !== 0) items[k] = warm[k];
  const byItem = transpose(grades);
  for (let i = 1; i <= options.iterations; i++) {
    improve(grades, items, users, factors, unobserved, regularisation);
    await options.step?.(2 * i - 1, 2 * options.iterations);
    improve(byItem, users, items, factors, unobserved, regularisation);
    await options.step?.(2 * i, 2 * options.iterations);
  }
  return { factors, unobserved, regularisation, items };
}

/** Improves each row of `own` by a few conjugate-gradient steps. */
function improve(
  grades: Sparse,
  other: Float32Array,
  own: Float32Array,
  k: number,
  unobserved: number,
  regularisation: number,
): void {
  const gram = gramOf(other, grades.columnCount, k, unobserved);
  let longest = 0;
  for (let r = 0; r < grades.rows; r++)
    longest = Math.max(longest, grades.offsets[r + 1] - grades.offsets[r]);
  // Every step reads the factors of the row's entries, so copy them once into contiguous 64-bit numbers.
  const q = new Float64Array(longest * k);
  const x = new Float64Array(k);
  const residual = new Float64Array(k);
  const direction = new Float64Array(k);
  const image = new Float64Array(k);
  for (let r = 0; r < grades.rows; r++) {
    const from = grades.offsets[r];
    const count = grades.offsets[r + 1] - from;
    const at = r * k;
    if (count === 0) {
      own.fill(0, at, at + k);
      continue;
    }
    const ridge = regularisation * (count + unobserved * grades.columnCount);
    residual.fill(0);
    for (let e = 0; e < count; e++) {
      const o = grades.columns[from + e] * k;
      const g = grades.values[from + e];
      for (let i = 0; i < k; i++) {
        const v = other[o + i];
        q[e * k + i] = v;
        residual[i] += g * v;
      }
    }
    for (let i = 0; i < k; i++) x[i] = own[at + i];
    apply(gram, ridge, q, count, k, x, image);
    let old = 0;
    for (let i = 0; i < k; i++) {
      residual[i] -= image[i];
      direction[i] = residual[i];
      old += residual[i] * residual[i];
    }
    for (let s = 0; s < STEPS && old > 1e-20; s++) {
      apply(gram, ridge, q, count, k, direction, image);
      let curve = 0;
      for (let i = 0; i < k; i++) curve += direction[i] * image[i];
      const length = old / curve;
      let fresh = 0;
      for (let i = 0; i < k; i++) {
        x[i] += length * direction[i];
        residual[i] -= length * image[i];
        fresh += residual[i] * residual[i];
      }
      const turn = fresh / old;
      for (let i = 0; i < k; i++) direction[i] = residual[i] + turn * direction[i];
      old = fresh;
    }
    own.set(x, at);
  }
}

/** Computes out = (gram + ridge + Σ q qᵀ) x. Independent sums let the CPU add in parallel. */
function apply(
  gram: Float64Array,
  ridge: number,
  q: Float64Array,
  count: number,
  k: number,
  x: Float64Array,
  out: Float64Array,
): void {
  let i = 0;
  for (; i + 4 <= k; i += 4) {
    const ra = i * k;
    const rb = ra + k;
    const rc = rb + k;
    const rd = rc + k;
    let a = ridge * x[i];
    let b = ridge * x[i + 1];
    let c = ridge * x[i + 2];
    let d = ridge * x[i + 3];
    for (let j = 0; j < k; j++) {
      const v = x[j];
      a += gram[ra + j] * v;
      b += gram[rb + j] * v;
      c += gram[rc + j] * v;
      d += gram[rd + j] * v;
    }
    out[i] = a;
    out[i + 1] = b;
    out[i + 2] = c;
    out[i + 3] = d;
  }
  for (; i < k; i++) {
    let sum = ridge * x[i];
    for (let j = 0; j < k; j++) sum += gram[i * k + j] * x[j];
    out[i] = sum;
  }
  let e = 0;
  for (; e + 4 <= count; e += 4) {
    const qa = e * k;
    const qb = qa + k;
    const qc = qb + k;
    const qd = qc + k;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let j = 0; j < k; j++) {
      const v = x[j];
      a += q[qa + j] * v;
      b += q[qb + j] * v;
      c += q[qc + j] * v;
      d += q[qd + j] * v;
    }
    for (let j = 0; j < k; j++) out[j] += a * q[qa + j] + b * q[qb + j] + (c * q[qc + j] + d * q[qd + j]);
  }
  for (; e < count; e++) {
    const qa = e * k;
    let dot = 0;
    for (let j = 0; j < k; j++) dot += q[qa + j] * x[j];
    for (let j = 0; j < k; j++) out[j] += dot * q[qa + j];
  }
}

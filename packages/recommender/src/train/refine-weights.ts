import { invertPositive, type Step } from '../math/dense.ts';
import { type Sparse, sparseFromTriples, transpose } from '../math/sparse.ts';
import { headOf, restrict } from './order-columns.ts';

/** Upper limits of titles and users. The work is proportional to users² × titles. */
const MOST_TITLES = 6000;
const MOST_USERS = 2000;
/** Number of weights to keep for each title, as in a trained order. */
const KEPT = 200;

/**
 * Continues EASE from a base model. The change Δ has a zero diagonal and minimizes
 * `‖X − X(B + Δ)‖² + ‖√D Δ‖²`.
 * @param base the weights B.
 * @param grades the grades X of other users.
 * @param ridges the ridge D of each title.
 */
export async function refineWeights(
  base: Sparse,
  grades: Sparse,
  ridges: Float64Array,
  step: Step = () => {},
): Promise<Sparse> {
  const users = firstRows(grades, MOST_USERS);
  const head = headOf(users, MOST_TITLES);
  const x = restrict(users, head);
  const ridge = Float64Array.from(head, (row) => ridges[row]);
  // By Woodbury's identity, `Δ = D⁻¹ Xᵀ M (R + X D⁻¹ Γ)`, with M, R and Γ as in the functions below.
  const m = await kernelInverse(x, ridge, (share) => step(share / 2));
  const corrected = correctedResiduals(x, ridge, m, residualsOf(users, base, head));
  await step(0.8);
  return merged(base, head, x, ridge, corrected);
}

/** Keeps every n-th row, where n is the smallest step that leaves at most `most` rows. */
function firstRows(matrix: Sparse, most: number): Sparse {
  const every = Math.max(1, Math.ceil(matrix.rows / most));
  const row: number[] = [];
  const column: number[] = [];
  const value: number[] = [];
  let kept = 0;
  for (let u = 0; u < matrix.rows; u += every) {
    for (let k = matrix.offsets[u]; k < matrix.offsets[u + 1]; k++) {
      row.push(kept);
      column.push(matrix.columns[k]);
      value.push(matrix.values[k]);
    }
    kept++;
  }
  return sparseFromTriples(kept, matrix.columnCount, row, column, value);
}

/** Returns M = (I + X D⁻¹ Xᵀ)⁻¹, users × users. */
async function kernelInverse(x: Sparse, ridge: Float64Array, step: Step): Promise<Float64Array> {
  const n = x.rows;
  const m = new Float64Array(n * n);
  const byTitle = transpose(x);
  for (let i = 0; i < byTitle.rows; i++) {
    for (let a = byTitle.offsets[i]; a < byTitle.offsets[i + 1]; a++) {
      const row = byTitle.columns[a] * n;
      const v = byTitle.values[a] / ridge[i];
      for (let b = byTitle.offsets[i]; b <= a; b++) m[row + byTitle.columns[b]] += v * byTitle.values[b];
    }
  }
  for (let u = 0; u < n; u++) m[u * n + u] += 1;
  await invertPositive(m, n, step);
  return m;
}

/** Returns the residuals R = X − X B in the columns of `head`. X is `users`, and B is `base`. */
function residualsOf(users: Sparse, base: Sparse, head: Int32Array): Float32Array {
  const place = new Int32Array(users.columnCount).fill(-1);
  head.forEach((row, at) => {
    place[row] = at;
  });
  const out = new Float32Array(users.rows * head.length);
  for (let u = 0; u < users.rows; u++) {
    const at = u * head.length;
    for (let k = users.offsets[u]; k < users.offsets[u + 1]; k++) {
      const title = users.columns[k];
      const grade = users.values[k];
      if (place[title] >= 0) out[at + place[title]] += grade;
      for (let e = base.offsets[title]; e < base.offsets[title + 1]; e++) {
        const to = place[base.columns[e]];
        if (to >= 0) out[at + to] -= grade * base.values[e];
      }
    }
  }
  return out;
}

/** Returns M (R + X D⁻¹ Γ), users × titles. The diagonal matrix Γ makes the diagonal of Δ zero. */
function correctedResiduals(
  x: Sparse,
  ridge: Float64Array,
  m: Float64Array,
  residuals: Float32Array,
): Float32Array {
  const users = x.rows;
  const titles = x.columnCount;
  const byTitle = transpose(x);
  const out = new Float32Array(users * titles);
  for (let u = 0; u < users; u++) {
    const own = out.subarray(u * titles, (u + 1) * titles);
    for (let v = 0; v < users; v++) {
      const w = m[u * users + v];
      const at = v * titles;
      for (let j = 0; j < titles; j++) own[j] += w * residuals[at + j];
    }
  }
  const column = new Float64Array(users);
  for (let j = 0; j < titles; j++) {
    const from = byTitle.offsets[j];
    const to = byTitle.offsets[j + 1];
    column.fill(0);
    for (let k = from; k < to; k++) {
      const row = byTitle.columns[k] * users;
      for (let u = 0; u < users; u++) column[u] += byTitle.values[k] * m[row + u];
    }
    let own = 0;
    let reach = 0;
    for (let k = from; k < to; k++) {
      own += byTitle.values[k] * out[byTitle.columns[k] * titles + j];
      reach += byTitle.values[k] * column[byTitle.columns[k]];
    }
    // Δ_jj = own / D_j − Γ_j (1 / D_j − reach / D_j²) = 0.
    const gamma = own / Math.max(1e-9, 1 - reach / ridge[j]);
    for (let u = 0; u < users; u++) out[u * titles + j] += (gamma / ridge[j]) * column[u];
  }
  return out;
}

/** Returns the largest weights of each title in B + Δ. Titles outside `head` keep the weights of the base. */
function merged(
  base: Sparse,
  head: Int32Array,
  x: Sparse,
  ridge: Float64Array,
  corrected: Float32Array,
): Sparse {
  const titles = head.length;
  const byTitle = transpose(x);
  const place = new Int32Array(base.rows).fill(-1);
  head.forEach((row, at) => {
    place[row] = at;
  });
  const row: number[] = [];
  const column: number[] = [];
  const value: number[] = [];
  const add = (from: number, to: number, weight: number): void => {
    row.push(from);
    column.push(to);
    value.push(weight);
  };
  const weights = new Float64Array(base.columnCount);
  for (let i = 0; i < base.rows; i++) {
    const at = place[i];
    if (at < 0) {
      for (let e = base.offsets[i]; e < base.offsets[i + 1]; e++) add(i, base.columns[e], base.values[e]);
      continue;
    }
    weights.fill(0);
    for (let e = base.offsets[i]; e < base.offsets[i + 1]; e++) weights[base.columns[e]] = base.values[e];
    for (let k = byTitle.offsets[at]; k < byTitle.offsets[at + 1]; k++) {
      const v = byTitle.values[k] / ridge[at];
      const from = byTitle.columns[k] * titles;
      for (let j = 0; j < titles; j++) weights[head[j]] += v * corrected[from + j];
    }
    weights[i] = 0;
    const order = Int32Array.from(weights.keys()).filter((j) => weights[j] !== 0);
    order.sort((a, b) => Math.abs(weights[b]) - Math.abs(weights[a]) || a - b);
    for (const j of order.subarray(0, KEPT)) add(i, j, weights[j]);
  }
  return sparseFromTriples(base.rows, base.columnCount, row, column, value);
}

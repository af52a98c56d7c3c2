/**
 * Number of rows in a block. The inversion works on blocks so that the data of a step fits into the CPU
 * cache.
 */

const BLOCK = 64;

/**
 * Called between blocks with the finished share of the work, 0–1. The function may yield to the event
 * loop.
 */
export type Step = (share: number) => Promise<void> | void;

/**
 * Inverts a symmetric positive definite matrix in place, with one more array of its size. Takes a minute for
 * n = 6,000 on one core.
 * @param a n × n, row-major. Only the lower triangle is read. The full inverse is written.
 * @throws RangeError when `a` is not positive definite.
 */
export async function invertPositive(a: Float64Array, n: number, step: Step = () => {}): Promise<void> {
  // Step 1: replace `a` by its Cholesky factor L, one row of blocks at a time (left-looking).
  for (let i0 = 0; i0 < n; i0 += BLOCK) {
    const i1 = Math.min(n, i0 + BLOCK);
    for (let j0 = 0; j0 < i0; j0 += BLOCK) {
      const j1 = Math.min(n, j0 + BLOCK);
      subtractProduct(a, a, a, n, i0, i1, j0, j1, 0, j0);
      for (let r = i0; r < i1; r++) {
        for (let c = j0; c < j1; c++) {
          let sum = a[r * n + c];
          for (let k = j0; k < c; k++) sum -= a[r * n + k] * a[c * n + k];
          a[r * n + c] = sum / a[c * n + c];
        }
      }
    }
    subtractProduct(a, a, a, n, i0, i1, i0, i1, 0, i0);
    for (let r = i0; r < i1; r++) {
      for (let c = i0; c <= r; c++) {
        let sum = a[r * n + c];
        for (let k = i0; k < c; k++) sum -= a[r * n + k] * a[c * n + k];
        if (c < r) a[r * n + c] = sum / a[c * n + c];
        else if (sum > 0) a[r * n + r] = Math.sqrt(sum);
        else throw new RangeError(`matrix is not positive definite at row ${r}`);
      }
    }
    await step((i1 / n) ** 3 / 3);
  }

  // Step 2: compute t = L⁻ᵀ, one row of blocks of L at a time. So t[c, r] = (L⁻¹)[r, c] for r ≥ c.
  const t = new Float64Array(n * n);
  for (let r0 = 0; r0 < n; r0 += BLOCK) {
    const r1 = Math.min(n, r0 + BLOCK);
    for (let c0 = 0; c0 <= r0; c0 += BLOCK) {
      const c1 = Math.min(n, c0 + BLOCK);
      // t[c, r] -= Σ_{k < r0} t[c, k] L[r, k]; t is zero for k < c.
      subtractProduct(t, t, a, n, c0, c1, r0, r1, c0, r0);
      for (let c = c0; c < c1; c++) {
        for (let r = Math.max(r0, c); r < r1; r++) {
          let sum = r === c ? 1 : t[c * n + r];
          for (let k = Math.max(r0, c); k < r; k++) sum -= t[c * n + k] * a[r * n + k];
          t[c * n + r] = sum / a[r * n + r];
        }
      }
    }
    await step(1 / 3 + (r1 / n) ** 3 / 3);
  }

  // Step 3: compute the inverse t tᵀ; row c of t starts at column c.
  a.fill(0);
  for (let i0 = 0; i0 < n; i0 += BLOCK) {
    const i1 = Math.min(n, i0 + BLOCK);
    for (let j0 = 0; j0 <= i0; j0 += BLOCK) {
      subtractProduct(a, t, t, n, i0, i1, j0, Math.min(n, j0 + BLOCK), i0, n);
    }
    await step(2 / 3 + (1 - (1 - i1 / n) ** 2 * (1 + (2 * i1) / n)) / 3);
  }
  for (let r = 0; r < n; r++) {
    for (let c = 0; c < r; c++) {
      const value = -a[r * n + c];
      a[r * n + c] = value;
      a[c * n + r] = value;
    }
    a[r * n + r] = -a[r * n + r];
  }
}

const DEPTH = 256;

/**
 * Computes `out[i, j] −= Σ x[i, k] y[j, k]` for `i0 ≤ i < i1` and `j0 ≤ j < j1`, over `k0 ≤ k < k1`. All
 * matrices have n columns. Four rows and two columns at a time, because each number that is read then counts for several
 * sums: three loops without that took 6.6 s instead of 1.9 s for n = 2,000, and training inverts larger matrices.
 */
function subtractProduct(
  out: Float64Array,
  x: Float64Array,
  y: Float64Array,
  n: number,
  i0: number,
  i1: number,
  j0: number,
  j1: number,
  k0: number,
  k1: number,
): void {
  for (let kFrom = k0; kFrom < k1; kFrom += DEPTH) {
    const kTo = Math.min(k1, kFrom + DEPTH);
    let i = i0;
    for (; i + 4 <= i1; i += 4) {
      const xa = i * n;
      const xb = xa + n;
      const xc = xb + n;
      const xd = xc + n;
      let j = j0;
      for (; j + 2 <= j1; j += 2) {
        const ya = j * n;
        const yb = ya + n;
        let aa = 0;
        let ab = 0;
        let ba = 0;
        let bb = 0;
        let ca = 0;
        let cb = 0;
        let da = 0;
        let db = 0;
        for (let k = kFrom; k < kTo; k++) {
          const u = y[ya + k];
          const v = y[yb + k];
          const a = x[xa + k];
          aa += a * u;
          ab += a * v;
          const b = x[xb + k];
          ba += b * u;
          bb += b * v;
          const c = x[xc + k];
          ca += c * u;
          cb += c * v;
          const d = x[xd + k];
          da += d * u;
          db += d * v;
        }
        out[xa + j] -= aa;
        out[xa + j + 1] -= ab;
        out[xb + j] -= ba;
        out[xb + j + 1] -= bb;
        out[xc + j] -= ca;
        out[xc + j + 1] -= cb;
        out[xd + j] -= da;
        out[xd + j + 1] -= db;
      }
      for (; j < j1; j++) {
        for (let r = i; r < i + 4; r++) subtractDot(out, x, y, n, r, j, kFrom, kTo);
      }
    }
    for (; i < i1; i++) for (let j = j0; j < j1; j++) subtractDot(out, x, y, n, i, j, kFrom, kTo);
  }
}

function subtractDot(
  out: Float64Array,
  x: Float64Array,
  y: Float64Array,
  n: number,
  i: number,
  j: number,
  k0: number,
  k1: number,
): void {
  let sum = 0;
  for (let k = k0; k < k1; k++) sum += x[i * n + k] * y[j * n + k];
  out[i * n + j] -= sum;
}

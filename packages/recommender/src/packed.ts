/**
 * Symmetric matrices of a dimension up to `MAX_DIMENSION`, stored as the lower triangle by rows. The entry (r, c)
 * with c ≤ r is at r (r + 1) / 2 + c.
 */
export const MAX_DIMENSION = 128;

/** Returns the number of stored entries for dimension `d`. */
export function packedLength(d: number): number {
  return (d * (d + 1)) / 2;
}

/** Replaces A by its Cholesky factor L, L Lᵀ = A. Throws when A is not positive definite. */
export function factorise(a: Float64Array, d: number): void {
  for (let r = 0; r < d; r++) {
    const rowR = (r * (r + 1)) / 2;
    for (let c = 0; c <= r; c++) {
      const rowC = (c * (c + 1)) / 2;
      // Four sums, because each addition to one sum would wait for the one before.
      let first = 0;
      let second = 0;
      let third = 0;
      let fourth = 0;
      let k = 0;
      for (; k + 3 < c; k += 4) {
        first += a[rowR + k] * a[rowC + k];
        second += a[rowR + k + 1] * a[rowC + k + 1];
        third += a[rowR + k + 2] * a[rowC + k + 2];
        fourth += a[rowR + k + 3] * a[rowC + k + 3];
      }
      for (; k < c; k++) first += a[rowR + k] * a[rowC + k];
      const sum = a[rowR + c] - (first + second + third + fourth);
      if (c < r) a[rowR + c] = sum / a[rowC + c];
      else if (sum > 0) a[rowR + r] = Math.sqrt(sum);
      else throw new RangeError(`matrix is not positive definite at row ${r}`);
    }
  }
}

/** Solves L Lᵀ x = b in place. */
export function solve(l: Float64Array, d: number, b: Float64Array): void {
  forward(l, d, b);
  for (let r = d - 1; r >= 0; r--) {
    b[r] /= l[(r * (r + 1)) / 2 + r];
    const rowR = (r * (r + 1)) / 2;
    const x = b[r];
    for (let k = 0; k < r; k++) b[k] -= l[rowR + k] * x;
  }
}

/** Solves L y = b in place; |y|² is then bᵀ A⁻¹ b. */
export function forward(l: Float64Array, d: number, b: Float64Array): void {
  for (let r = 0; r < d; r++) {
    const rowR = (r * (r + 1)) / 2;
    let sum = b[r];
    for (let k = 0; k < r; k++) sum -= l[rowR + k] * b[k];
    b[r] = sum / l[rowR + r];
  }
}

/**
 * Writes the packed inverse of A, given its Cholesky factor. `scratch` needs as many entries as the factor.
 */
export function invert(l: Float64Array, d: number, out: Float64Array, scratch: Float64Array): void {
  // scratch = L⁻¹, row by row.
  for (let r = 0; r < d; r++) {
    const rowR = (r * (r + 1)) / 2;
    const diagonal = 1 / l[rowR + r];
    scratch.fill(0, rowR, rowR + r);
    for (let k = 0; k < r; k++) {
      const x = -diagonal * l[rowR + k];
      const rowK = (k * (k + 1)) / 2;
      for (let c = 0; c <= k; c++) scratch[rowR + c] += x * scratch[rowK + c];
    }
    scratch[rowR + r] = diagonal;
  }
  // out = L⁻ᵀ L⁻¹, as the sum over the rows of L⁻¹.
  out.fill(0);
  for (let k = 0; k < d; k++) {
    const rowK = (k * (k + 1)) / 2;
    for (let r = 0; r <= k; r++) {
      const x = scratch[rowK + r];
      const rowR = (r * (r + 1)) / 2;
      for (let c = 0; c <= r; c++) out[rowR + c] += x * scratch[rowK + c];
    }
  }
}

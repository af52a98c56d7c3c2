/**
 * Symmetric matrices of a dimension of about a hundred, stored as the lower triangle by rows. The entry (r, c) with
 * c ≤ r is at r (r + 1) / 2 + c.
 */

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
      let sum = a[rowR + c];
      for (let k = 0; k < c; k++) sum -= a[rowR + k] * a[rowC + k];
      if (c < r) a[rowR + c] = sum / a[rowC + c];
      else if (sum > 0) a[rowR + r] = Math.sqrt(sum);
      else throw new RangeError(`matrix is not positive definite at row ${r}`);
    }
  }
}

/** Solves L Lᵀ x = b in place. */
export function solve(l: Float64Array, d: number, b: Float64Array): void {
  for (let r = 0; r < d; r++) {
    const rowR = (r * (r + 1)) / 2;
    let sum = b[r];
    for (let k = 0; k < r; k++) sum -= l[rowR + k] * b[k];
    b[r] = sum / l[rowR + r];
  }
  for (let r = d - 1; r >= 0; r--) {
    b[r] /= l[(r * (r + 1)) / 2 + r];
    const rowR = (r * (r + 1)) / 2;
    const x = b[r];
    for (let k = 0; k < r; k++) b[k] -= l[rowR + k] * x;
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
    scratch[rowR + r] = diagonal;
    for (let c = 0; c < r; c++) {
      let sum = 0;
      for (let k = c; k < r; k++) sum += l[rowR + k] * scratch[(k * (k + 1)) / 2 + c];
      scratch[rowR + c] = -sum * diagonal;
    }
  }
  // out = L⁻ᵀ L⁻¹.
  for (let r = 0; r < d; r++) {
    for (let c = 0; c <= r; c++) {
      let sum = 0;
      for (let k = r; k < d; k++) {
        const rowK = (k * (k + 1)) / 2;
        sum += scratch[rowK + r] * scratch[rowK + c];
      }
      out[(r * (r + 1)) / 2 + c] = sum;
    }
  }
}

/** Writes A x. */
export function multiply(a: Float64Array, d: number, x: Float64Array, out: Float64Array): void {
  out.fill(0);
  for (let r = 0; r < d; r++) {
    const row = (r * (r + 1)) / 2;
    let sum = a[row + r] * x[r];
    for (let c = 0; c < r; c++) {
      sum += a[row + c] * x[c];
      out[c] += a[row + c] * x[r];
    }
    out[r] += sum;
  }
}

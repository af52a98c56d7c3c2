/**
 * Returns the number of stored entries for dimension `d`. Symmetric matrices are stored as the lower triangle by rows:
 * the entry (r, c) with c ≤ r is at r (r + 1) / 2 + c.
 */
export function packedLength(d: number): number {
  return (d * (d + 1)) / 2;
}

/** Replaces A by its Cholesky factor L, L Lᵀ = A. Throws when A is not positive definite. */
export function factorise(a: Float64Array, d: number): void {
  for (let r = 0; r < d; r++) {
    const row = (r * (r + 1)) / 2;
    for (let c = 0; c <= r; c++) {
      const above = (c * (c + 1)) / 2;
      let sum = a[row + c];
      for (let k = 0; k < c; k++) sum -= a[row + k] * a[above + k];
      if (c < r) a[row + c] = sum / a[above + c];
      else if (sum > 0) a[row + r] = Math.sqrt(sum);
      else throw new RangeError(`matrix is not positive definite at row ${r}`);
    }
  }
}

/** Adds `weight · x xᵀ` to A. */
export function addOuter(a: Float64Array, x: Float64Array, weight: number): void {
  for (let r = 0, at = 0; r < x.length; r++) {
    const weighted = weight * x[r];
    for (let c = 0; c <= r; c++) a[at++] += weighted * x[c];
  }
}

/** Returns xᵀ A x. The entries of A begin at `from`. */
export function quadraticForm(a: Float32Array | Float64Array, x: Float64Array, from = 0): number {
  let sum = 0;
  for (let r = 0, at = from; r < x.length; r++) {
    let below = 0;
    for (let c = 0; c < r; c++) below += a[at++] * x[c];
    sum += x[r] * (2 * below + a[at++] * x[r]);
  }
  return sum;
}

/** Returns tr(A B). */
export function traceOfProduct(a: Float64Array, b: Float64Array, d: number): number {
  let diagonal = 0;
  let below = 0;
  for (let r = 0, at = 0; r < d; r++) {
    for (let c = 0; c < r; c++, at++) below += a[at] * b[at];
    diagonal += a[at] * b[at];
    at++;
  }
  return diagonal + 2 * below;
}

/** Returns A x. The entries of A begin at `from`. */
export function product(a: Float32Array | Float64Array, x: Float64Array, from = 0): Float64Array {
  const out = new Float64Array(x.length);
  for (let r = 0, at = from; r < x.length; r++) {
    let sum = 0;
    for (let c = 0; c < r; c++) {
      sum += a[at] * x[c];
      out[c] += a[at++] * x[r];
    }
    out[r] = sum + a[at++] * x[r];
  }
  return out;
}

/** Solves L Lᵀ x = b in place. */
export function solve(l: Float64Array, d: number, b: Float64Array): void {
  forward(l, d, b);
  backward(l, d, b);
}

/** Solves Lᵀ x = b in place. */
export function backward(l: Float64Array, d: number, b: Float64Array): void {
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

/** Returns the inverse of A, given its Cholesky factor. */
export function invert(l: Float64Array, d: number): Float64Array {
  // L⁻¹, row by row.
  const half = new Float64Array(packedLength(d));
  for (let r = 0; r < d; r++) {
    const rowR = (r * (r + 1)) / 2;
    const diagonal = 1 / l[rowR + r];
    for (let k = 0; k < r; k++) {
      const rowK = (k * (k + 1)) / 2;
      for (let c = 0; c <= k; c++) half[rowR + c] -= diagonal * l[rowR + k] * half[rowK + c];
    }
    half[rowR + r] = diagonal;
  }
  // L⁻ᵀ L⁻¹, as the sum over the rows of L⁻¹.
  const out = new Float64Array(packedLength(d));
  for (let k = 0; k < d; k++) {
    const row = (k * (k + 1)) / 2;
    for (let r = 0, at = 0; r <= k; r++)
      for (let c = 0; c <= r; c++) out[at++] += half[row + r] * half[row + c];
  }
  return out;
}

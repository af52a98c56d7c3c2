/**
 * Returns the number of stored entries for dimension `d`. Symmetric matrices are stored as the lower triangle by rows:
 * the entry (r, c) with c ≤ r is at r (r + 1) / 2 + c.
 */
export function packedLength(d: number): number {
  return (d * (d + 1)) / 2;
}

/** Replaces A by its Cholesky factor L, L Lᵀ = A. Throws when A is not positive definite. */
export function factorise(a: Float64Array, d: number): void {
  let r = 0;
  // Four rows at a time, which share each load of the row above and wait for no addition to one sum.
  for (; r + 3 < d; r += 4) {
    const first = (r * (r + 1)) / 2;
    const second = first + r + 1;
    const third = second + r + 2;
    const fourth = third + r + 3;
    for (let c = 0; c < r; c++) {
      const above = (c * (c + 1)) / 2;
      let one = a[first + c];
      let two = a[second + c];
      let three = a[third + c];
      let four = a[fourth + c];
      for (let k = 0; k < c; k++) {
        const x = a[above + k];
        one -= a[first + k] * x;
        two -= a[second + k] * x;
        three -= a[third + k] * x;
        four -= a[fourth + k] * x;
      }
      const scale = 1 / a[above + c];
      a[first + c] = one * scale;
      a[second + c] = two * scale;
      a[third + c] = three * scale;
      a[fourth + c] = four * scale;
    }
    for (let row = r; row < r + 4; row++) factoriseRow(a, row, r);
  }
  for (; r < d; r++) factoriseRow(a, r, 0);
}

/** Computes the entries of row `r` from column `from` on. */
function factoriseRow(a: Float64Array, r: number, from: number): void {
  const row = (r * (r + 1)) / 2;
  for (let c = from; c <= r; c++) {
    const above = (c * (c + 1)) / 2;
    let sum = a[row + c];
    for (let k = 0; k < c; k++) sum -= a[row + k] * a[above + k];
    if (c < r) a[row + c] = sum / a[above + c];
    else if (sum > 0) a[row + r] = Math.sqrt(sum);
    else throw new RangeError(`matrix is not positive definite at row ${r}`);
  }
}

/** Writes all d × d entries, row by row. */
export function unpack(a: Float64Array, d: number, out: Float64Array): void {
  for (let r = 0; r < d; r++) {
    for (let c = 0; c <= r; c++) {
      const x = a[(r * (r + 1)) / 2 + c];
      out[r * d + c] = x;
      out[c * d + r] = x;
    }
  }
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

/**
 * Writes the packed inverse of A, given its Cholesky factor. `scratch` needs as many entries as the factor.
 */
export function invert(l: Float64Array, d: number, out: Float64Array, scratch: Float64Array): void {
  // scratch = L⁻¹, row by row.
  for (let r = 0; r < d; r++) {
    const rowR = (r * (r + 1)) / 2;
    const diagonal = 1 / l[rowR + r];
    scratch.fill(0, rowR, rowR + r);
    let k = 0;
    // Two rows at a time, so that each sum is read and written once for two products.
    for (; k + 1 < r; k += 2) {
      const x = -diagonal * l[rowR + k];
      const y = -diagonal * l[rowR + k + 1];
      const rowK = (k * (k + 1)) / 2;
      const next = rowK + k + 1;
      for (let c = 0; c <= k; c++) scratch[rowR + c] += x * scratch[rowK + c] + y * scratch[next + c];
      scratch[rowR + k + 1] += y * scratch[next + k + 1];
    }
    if (k < r) {
      const x = -diagonal * l[rowR + k];
      const rowK = (k * (k + 1)) / 2;
      for (let c = 0; c <= k; c++) scratch[rowR + c] += x * scratch[rowK + c];
    }
    scratch[rowR + r] = diagonal;
  }
  // out = L⁻ᵀ L⁻¹, as the sum over the rows of L⁻¹.
  out.fill(0);
  let k = 0;
  for (; k + 1 < d; k += 2) {
    const rowK = (k * (k + 1)) / 2;
    const next = rowK + k + 1;
    for (let r = 0; r <= k; r++) {
      const x = scratch[rowK + r];
      const y = scratch[next + r];
      const rowR = (r * (r + 1)) / 2;
      for (let c = 0; c <= r; c++) out[rowR + c] += x * scratch[rowK + c] + y * scratch[next + c];
    }
    addRow(out, k + 1, scratch, next);
  }
  if (k < d) for (let r = 0; r <= k; r++) addRow(out, r, scratch, (k * (k + 1)) / 2);
}

/** Adds to row `r` of `out` what a row of L⁻¹, which begins at `from`, adds to L⁻ᵀ L⁻¹. */
function addRow(out: Float64Array, r: number, inverse: Float64Array, from: number): void {
  const x = inverse[from + r];
  const rowR = (r * (r + 1)) / 2;
  for (let c = 0; c <= r; c++) out[rowR + c] += x * inverse[from + c];
}

/** Returns Σ a_i b_i over the entries of `b`. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += a[i] * b[i];
  return sum;
}

/** Returns `row i · x` for each row over its first `x.length` entries. Rows start `stride` entries apart. */
export function dotRows(rows: Float32Array, stride: number, x: ArrayLike<number>): Float32Array {
  const out = new Float32Array(rows.length / stride);
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    for (let k = 0; k < x.length; k++) sum += rows[i * stride + k] * x[k];
    out[i] = sum;
  }
  return out;
}

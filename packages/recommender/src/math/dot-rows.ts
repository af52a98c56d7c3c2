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

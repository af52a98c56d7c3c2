/**
 * Computes `out[i] = row i · x` over the first `count` entries of each row. Rows start `stride` entries
 * apart.
 */
export function dotRows(
  rows: Float32Array,
  stride: number,
  count: number,
  x: Float32Array,
  size: number,
  out: Float32Array,
): void {
  const whole = count - (count % 4);
  for (let i = 0; i < size; i++) {
    const at = i * stride;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let k = 0; k < whole; k += 4) {
      a += rows[at + k] * x[k];
      b += rows[at + k + 1] * x[k + 1];
      c += rows[at + k + 2] * x[k + 2];
      d += rows[at + k + 3] * x[k + 3];
    }
    for (let k = whole; k < count; k++) a += rows[at + k] * x[k];
    out[i] = a + b + c + d;
  }
}

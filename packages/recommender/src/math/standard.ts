/**
 * Returns the mean of values, and the factor that scales them to a standard deviation of 1. Where they hardly differ, the factor
 * is 0.
 */
export function standardOf(values: ArrayLike<number>): { mean: number; scale: number } {
  let sum = 0;
  let square = 0;
  for (let i = 0; i < values.length; i++) {
    sum += values[i];
    square += values[i] * values[i];
  }
  const count = Math.max(1, values.length);
  const mean = sum / count;
  const variance = square / count - mean * mean;
  return { mean, scale: variance > 1e-12 ? 1 / Math.sqrt(variance) : 0 };
}

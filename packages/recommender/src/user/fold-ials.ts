import { addOuter, factorise, packedLength, solve } from '../math/packed.ts';

export interface Ials {
  readonly factors: number;
  readonly unobserved: number;
  readonly regularisation: number;
  /** Shape: items × factors. */
  readonly items: Float32Array;
}

/** Returns unobserved × Σ q qᵀ over the rows q, as a full symmetric matrix. */
export function gramOf(rows: Float32Array, count: number, factors: number, unobserved: number): Float64Array {
  const gram = new Float64Array(factors * factors);
  for (let r = 0; r < count; r++) {
    const at = r * factors;
    for (let i = 0; i < factors; i++) {
      const x = rows[at + i];
      for (let j = 0; j <= i; j++) gram[i * factors + j] += x * rows[at + j];
    }
  }
  for (let i = 0; i < factors; i++) {
    for (let j = 0; j <= i; j++) {
      gram[i * factors + j] *= unobserved;
      gram[j * factors + i] = gram[i * factors + j];
    }
  }
  return gram;
}

/**
 * Computes the exact factor of a user from titles and their grades.
 * @param gram the result of `gramOf` for the trained items.
 */
export function foldIals(
  model: Ials,
  gram: Float64Array,
  titles: ArrayLike<number>,
  grades: ArrayLike<number>,
  count: number = model.items.length / model.factors,
): Float32Array {
  const { factors: k, items, unobserved, regularisation } = model;
  const a = new Float64Array(packedLength(k));
  const b = new Float64Array(k);
  for (let i = 0; i < k; i++) {
    const row = (i * (i + 1)) / 2;
    for (let j = 0; j <= i; j++) a[row + j] = gram[i * k + j];
    a[row + i] += regularisation * (titles.length + unobserved * count);
  }
  for (let t = 0; t < titles.length; t++) {
    const q = new Float64Array(items.subarray(titles[t] * k, (titles[t] + 1) * k));
    addOuter(a, q, 1);
    for (let i = 0; i < k; i++) b[i] += grades[t] * q[i];
  }
  factorise(a, k);
  solve(a, k, b);
  return Float32Array.from(b);
}

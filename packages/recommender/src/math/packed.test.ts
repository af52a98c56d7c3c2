import { expect, test } from 'vitest';
import { invertPositive } from './dense.ts';
import { factorise, forward, invert, packedLength, solve, traceOfProduct } from './packed.ts';
import { seeded } from './random.ts';

/** Returns a random symmetric positive definite matrix with all entries. */
function positive(n: number, seed: number): Float64Array {
  const random = seeded(seed);
  const x = Float64Array.from({ length: n * n }, () => random.normal());
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) a[i * n + j] += x[i * n + k] * x[j * n + k];
    }
    a[i * n + i] += 1;
  }
  return a;
}

function pack(a: Float64Array, n: number): Float64Array {
  const out = new Float64Array(packedLength(n));
  for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) out[(i * (i + 1)) / 2 + j] = a[i * n + j];
  return out;
}

test('solve returns x for b = A x, and forward returns y with |y|² = b·x', () => {
  const n = 7;
  const a = positive(n, 1);
  const x = Float64Array.from({ length: n }, (_, i) => i - 3);
  const b = x.map((_, i) => x.reduce((sum, v, j) => sum + a[i * n + j] * v, 0));
  const l = pack(a, n);
  factorise(l, n);
  const solved = b.slice();
  solve(l, n, solved);
  for (let i = 0; i < n; i++) expect(solved[i]).toBeCloseTo(x[i], 9);
  const half = b.slice();
  forward(l, n, half);
  const form = half.reduce((sum, v) => sum + v * v, 0);
  expect(form).toBeCloseTo(
    b.reduce((sum, v, i) => sum + v * x[i], 0),
    8,
  );
});

test.each([1, 3, 63, 64, 65, 131])(
  'the packed and the dense inverse of a matrix of %i rows, multiplied by the matrix, give the identity',
  async (n) => {
    const a = positive(n, n);
    const l = pack(a, n);
    factorise(l, n);
    const small = invert(l, n);
    const large = a.slice();
    await invertPositive(large, n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        expect(large[i * n + j]).toBeCloseTo(small[(i * (i + 1)) / 2 + j], 8);
        expect(large[j * n + i]).toBe(large[i * n + j]);
      }
      let one = 0;
      for (let k = 0; k < n; k++) one += a[i * n + k] * large[k * n + i];
      expect(one).toBeCloseTo(1, 7);
    }
  },
);

test('the trace of a matrix times its inverse is its number of rows', () => {
  const a = pack(positive(7, 1), 7);
  const l = a.slice();
  factorise(l, 7);
  expect(traceOfProduct(a, invert(l, 7), 7)).toBeCloseTo(7, 8);
});

test('the factorization and the inverse throw for a matrix that is not positive definite', async () => {
  const a = Float64Array.of(1, 2, 2, 1);
  expect(() => factorise(pack(a, 2), 2)).toThrow(RangeError);
  await expect(invertPositive(a, 2)).rejects.toThrow(RangeError);
});

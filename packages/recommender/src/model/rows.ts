import type { Csr } from './types.ts';

/** Returns rows as flat arrays. */
export function rowsOf(rows: readonly (readonly number[])[]): Csr {
  const offsets = new Int32Array(rows.length + 1);
  rows.forEach((row, i) => {
    offsets[i + 1] = offsets[i] + row.length;
  });
  const values = new Int32Array(offsets[rows.length]);
  rows.forEach((row, i) => {
    values.set(row, offsets[i]);
  });
  return { offsets, values };
}

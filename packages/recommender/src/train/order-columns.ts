import { topK } from '../math/select.ts';
import { type Sparse, sparseFromTriples } from '../math/sparse.ts';
import { decadeShares } from '../model/content.ts';
import type { Catalogue } from '../model/types.ts';

export function warmFactors(
  titles: Int32Array,
  factors: number,
  warm: (item: number) => Float32Array | null,
): Float32Array {
  const out = new Float32Array(titles.length * factors);
  titles.forEach((item, column) => {
    const row = warm(item);
    if (row?.length === factors) out.set(row, column * factors);
  });
  return out;
}

/** Returns the columns with the most entries, at most `most` columns, in rising order. */
export function headOf(matrix: Sparse, most: number): Int32Array {
  const counts = new Float32Array(matrix.columnCount);
  for (const c of matrix.columns) counts[c]++;
  return topK(counts, most).sort();
}

/** Returns the matrix with only the given columns. The columns are numbered from 0. */
export function restrict(matrix: Sparse, columns: Int32Array): Sparse {
  if (columns.length === matrix.columnCount) return matrix;
  const place = new Int32Array(matrix.columnCount).fill(-1);
  columns.forEach((c, at) => {
    place[c] = at;
  });
  const offsets = new Int32Array(matrix.rows + 1);
  const kept = new Int32Array(matrix.columns.length);
  const values = new Float32Array(matrix.columns.length);
  let count = 0;
  for (let r = 0; r < matrix.rows; r++) {
    for (let k = matrix.offsets[r]; k < matrix.offsets[r + 1]; k++) {
      const at = place[matrix.columns[k]];
      if (at < 0) continue;
      kept[count] = at;
      values[count++] = matrix.values[k];
    }
    offsets[r + 1] = count;
  }
  return {
    rows: matrix.rows,
    columnCount: columns.length,
    offsets,
    columns: kept.slice(0, count),
    values: values.slice(0, count),
  };
}

/**
 * Renumbers weights from positions in `head` to columns of the full table, which has `size` columns. `head`
 * is in rising order.
 */
export function overAll(weights: Sparse, head: Int32Array, size: number): Sparse {
  const offsets = new Int32Array(size + 1);
  let row = 0;
  for (let column = 0; column < size; column++) {
    if (head[row] === column) row++;
    offsets[column + 1] = weights.offsets[row];
  }
  const columns = weights.columns.map((c) => head[c]);
  return { rows: size, columnCount: size, offsets, columns, values: weights.values };
}

/** Returns the content rows for EASE: one row per genre and one per decade, over the given columns. */
export function contentRows(catalogue: Catalogue, titles: Int32Array, columns: Int32Array): Sparse {
  const rowOf = new Map<string, number>();
  const row: number[] = [];
  const column: number[] = [];
  const value: number[] = [];
  const add = (key: string, at: number, x: number): void => {
    const r = rowOf.get(key) ?? rowOf.size;
    rowOf.set(key, r);
    row.push(r);
    column.push(at);
    value.push(x);
  };
  columns.forEach((c, at) => {
    const item = titles[c];
    const from = catalogue.genres.offsets[item];
    const to = catalogue.genres.offsets[item + 1];
    for (let k = from; k < to; k++) add(`g${catalogue.genres.values[k]}`, at, 1 / Math.sqrt(to - from));
    for (const [decade, share] of decadeShares(catalogue.year[item])) add(`d${decade}`, at, share);
  });
  return sparseFromTriples(rowOf.size, columns.length, row, column, value);
}

/** Scales `x` in place to mean 0 and standard deviation 1. */
export function standardize(x: Float32Array): void {
  let sum = 0;
  let square = 0;
  for (let i = 0; i < x.length; i++) {
    sum += x[i];
    square += x[i] * x[i];
  }
  const mean = sum / x.length;
  const scale = 1 / Math.sqrt(Math.max(1e-12, square / x.length - mean * mean));
  for (let i = 0; i < x.length; i++) x[i] = (x[i] - mean) * scale;
}

/** A sparse matrix by rows: row r has `columns[k]` and `values[k]` for offsets[r] ≤ k < offsets[r + 1]. */
export interface Sparse {
  readonly rows: number;
  readonly columnCount: number;
  readonly offsets: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float32Array;
}

/** Builds a matrix from triples in any order. The entries of a row keep the order of the input. */
export function sparseFromTriples(
  rows: number,
  columnCount: number,
  row: ArrayLike<number>,
  column: ArrayLike<number>,
  value: ArrayLike<number>,
): Sparse {
  const count = row.length;
  const offsets = new Int32Array(rows + 1);
  for (let k = 0; k < count; k++) offsets[row[k] + 1]++;
  for (let r = 0; r < rows; r++) offsets[r + 1] += offsets[r];
  const next = offsets.slice(0, rows);
  const columns = new Int32Array(count);
  const values = new Float32Array(count);
  for (let k = 0; k < count; k++) {
    const at = next[row[k]]++;
    columns[at] = column[k];
    values[at] = value[k];
  }
  return { rows, columnCount, offsets, columns, values };
}

/**
 * Returns the product of the matrix and a vector, times `weight`.
 * @param rows the rows to compute, every row without.
 */
export function multiply(m: Sparse, vector: Float32Array, weight: number, rows?: Int32Array): Float32Array {
  const { offsets, columns, values } = m;
  const out = new Float32Array(rows?.length ?? m.rows);
  for (let at = 0; at < out.length; at++) {
    const row = rows === undefined ? at : rows[at];
    const end = offsets[row + 1];
    let sum = 0;
    for (let k = offsets[row]; k < end; k++) sum += vector[columns[k]] * values[k];
    out[at] = weight * sum;
  }
  return out;
}

/** Returns the transposed matrix. The entries of each row are in rising order. */
export function transpose(m: Sparse): Sparse {
  const offsets = new Int32Array(m.columnCount + 1);
  const count = m.offsets[m.rows];
  for (let k = 0; k < count; k++) offsets[m.columns[k] + 1]++;
  for (let c = 0; c < m.columnCount; c++) offsets[c + 1] += offsets[c];
  const next = offsets.slice(0, m.columnCount);
  const columns = new Int32Array(count);
  const values = new Float32Array(count);
  for (let r = 0; r < m.rows; r++) {
    for (let k = m.offsets[r]; k < m.offsets[r + 1]; k++) {
      const at = next[m.columns[k]]++;
      columns[at] = r;
      values[at] = m.values[k];
    }
  }
  return { rows: m.columnCount, columnCount: m.rows, offsets, columns, values };
}

import { type Sparse, sparseFromTriples } from '../math/sparse.ts';
import type { RatingColumns } from '../model/types.ts';

/** The ratings of one training run as users × rated titles. A row has a user id, and a column has a title. */
export interface RatingTable {
  readonly matrix: Sparse;
  /** The user id of each row, ascending. */
  readonly users: Int32Array;
  /** Catalogue index of each column, ascending. */
  readonly titles: Int32Array;
}

/**
 * Builds a matrix of the ratings that `keep` accepts, with rows and columns in rising order. Uses the last of
 * several ratings of a title by one user.
 */
export function ratingTable(
  columns: RatingColumns,
  keep: (row: number) => boolean = () => true,
): RatingTable {
  const { users, items, ratings } = columns;
  let count = 0;
  const rows = new Int32Array(users.length);
  for (let k = 0; k < users.length; k++) if (keep(k)) rows[count++] = k;
  const kept = rows.subarray(0, count);
  const user = numbering(kept.map((k) => users[k]));
  const title = numbering(kept.map((k) => items[k]));

  // Two stable counting sorts, by title and then by user, make repeated pairs adjacent and keep their input
  // order.
  const byTitle = sparseFromTriples(title.ids.length, 0, title.codes, kept, new Float32Array(count));
  const codeOfRow = new Int32Array(users.length);
  kept.forEach((k, at) => {
    codeOfRow[k] = at;
  });
  const sorted = byTitle.columns.map((k) => codeOfRow[k]);
  const byUser = sparseFromTriples(
    user.ids.length,
    title.ids.length,
    sorted.map((at) => user.codes[at]),
    sorted.map((at) => title.codes[at]),
    Float32Array.from(sorted, (at) => ratings[kept[at]]),
  );
  return { matrix: withoutRepeats(byUser), users: user.ids, titles: title.ids };
}

function withoutRepeats(m: Sparse): Sparse {
  const offsets = new Int32Array(m.rows + 1);
  const columns = new Int32Array(m.columns.length);
  const values = new Float32Array(m.values.length);
  let at = 0;
  for (let r = 0; r < m.rows; r++) {
    for (let k = m.offsets[r]; k < m.offsets[r + 1]; k++) {
      const repeated = k + 1 < m.offsets[r + 1] && m.columns[k + 1] === m.columns[k];
      if (repeated) continue;
      columns[at] = m.columns[k];
      values[at++] = m.values[k];
    }
    offsets[r + 1] = at;
  }
  return {
    rows: m.rows,
    columnCount: m.columnCount,
    offsets,
    columns: columns.slice(0, at),
    values: values.slice(0, at),
  };
}

/** Returns the distinct values in rising order, and the index of each entry's value in them. */
function numbering(values: Int32Array): { ids: Int32Array; codes: Int32Array } {
  const ids = Int32Array.from(new Set(values)).sort();
  const place = new Map<number, number>();
  ids.forEach((id, at) => {
    place.set(id, at);
  });
  return { ids, codes: values.map((v) => place.get(v) ?? -1) };
}

import { expect, it } from 'vitest';
import { sparseFromTriples } from '../math/sparse.ts';
import { overAll } from './order-columns.ts';

it.each([
  { head: [1, 3], rows: [[], [3], [], [1], []] },
  { head: [0, 2, 4], rows: [[2, 4], [], [0], [], [0]] },
])(
  'overAll moves the weights to the rows and columns $head and leaves all others without weights',
  ({ head, rows }) => {
    const within = rows.flatMap((columns, row) =>
      columns.map((column) => [head.indexOf(row), head.indexOf(column)]),
    );
    const values = within.map((_, at) => at + 1);
    const weights = sparseFromTriples(
      head.length,
      head.length,
      within.map(([row = 0]) => row),
      within.map(([, column = 0]) => column),
      values,
    );
    const all = overAll(weights, Int32Array.from(head), 5);
    expect([all.rows, all.columnCount]).toEqual([5, 5]);
    expect(rows.map((_, r) => [...all.columns.subarray(all.offsets[r], all.offsets[r + 1])])).toEqual(rows);
    expect([...all.values]).toEqual(values);
  },
);

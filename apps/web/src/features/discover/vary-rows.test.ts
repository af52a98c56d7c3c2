import { expect, it } from 'vitest';
import { makeGroup, titles, upTo } from '../../../test/media.ts';
import { varyRows } from './vary-rows.ts';

const ids = (rows: ReturnType<typeof varyRows>) => rows.map((row) => row.media.map(({ id }) => id));

it('varyRows starts the row of a taste or a genre with titles that nothing above shows, and drops no title', () => {
  const rows = varyRows(
    [
      makeGroup('recommended', titles([1, 2, 3, 4, 5, 6, 7])),
      makeGroup('taste', titles([1, 2, 10, 11])),
      makeGroup('genre', titles([1, 2, 7, 8])),
      makeGroup('genre', titles([7, 1, 9])),
    ],
    10,
  );
  expect(ids(rows)).toEqual([
    [1, 2, 3, 4, 5, 6, 7],
    [11, 1, 2, 10],
    [7, 8, 1, 2],
    [9, 7, 1],
  ]);
});

it('varyRows keeps the order of every other kind of row', () => {
  const rows = varyRows([makeGroup('recent', titles(upTo(3))), makeGroup('staff', titles([3, 2, 1]))], 3);
  expect(ids(rows)).toEqual([
    [1, 2, 3],
    [3, 2, 1],
  ]);
});

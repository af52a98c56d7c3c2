import { expect, it } from 'vitest';
import { makeGroup, titles, upTo } from '../../../test/media.ts';
import { varyRows } from './vary-rows.ts';

const ids = (rows: ReturnType<typeof varyRows>) => rows.map((row) => row.media.map(({ id }) => id));

it('varyRows starts a genre row with titles that no row above shows, and drops no title', () => {
  const rows = varyRows([
    makeGroup('recommended', titles([1, 2, 3, 4, 5, 6, 7])),
    makeGroup('genre', titles([1, 2, 7, 8])),
    makeGroup('genre', titles([7, 1, 9])),
  ]);
  expect(ids(rows)).toEqual([
    [1, 2, 3, 4, 5, 6, 7],
    [7, 8, 1, 2],
    [9, 7, 1],
  ]);
});

it('varyRows keeps the order of every other kind of row', () => {
  const rows = varyRows([makeGroup('recent', titles(upTo(3))), makeGroup('staff', titles([3, 2, 1]))]);
  expect(ids(rows)).toEqual([
    [1, 2, 3],
    [3, 2, 1],
  ]);
});

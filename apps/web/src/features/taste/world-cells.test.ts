import { expect, it } from 'vitest';
import { COLUMNS, ROWS, SUCCESSORS } from './world-cells.ts';

it('the map knows large and small countries and those that followed a country that ended, and no row is wider than it', () => {
  const parts = ROWS.map((row) => row.split(' ').map((part) => /^([A-Z]{2}|)(\d*)$/.exec(part)));
  const width = (row: (typeof parts)[number]) => row.reduce((sum, part) => sum + Number(part?.[2] || 1), 0);
  expect(Math.max(...parts.map(width))).toBeLessThanOrEqual(COLUMNS);
  const codes = new Set(parts.flat().map((part) => part?.[1]));
  // Large and small ones, and such as have little land of their own.
  const followers = Object.values(SUCCESSORS).flat();
  for (const code of [...followers, 'US', 'JP', 'KR', 'HK', 'SG', 'MT', 'IS', 'TW', 'NZ', 'LU', 'XK', 'VA'])
    expect([code, codes.has(code)]).toEqual([code, true]);
});

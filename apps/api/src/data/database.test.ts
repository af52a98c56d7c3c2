import { expect, it } from 'vitest';
import { createStatementNames } from './database.ts';

it('gives each frequent statement its own fixed name', () => {
  const nameOf = createStatementNames();
  const names = (sql: string) => Array.from({ length: 7 }, () => nameOf({ sql }));
  const [one, two] = [names('SELECT 1'), names('SELECT 2')];
  expect(one.slice(0, 4)).toEqual(['', '', '', '']);
  expect(new Set(one.slice(4))).toHaveProperty('size', 1);
  expect(one[6]).not.toBe('');
  expect(two[6]).not.toBe(one[6]);
});

it('leaves rare and very long statements unnamed, and keeps the names of frequent ones', () => {
  const nameOf = createStatementNames();
  for (let length = 1; length < 3_000; length++) nameOf({ sql: `IN (${'$'.repeat(length)})` });
  for (let turn = 0; turn < 5; turn++) nameOf({ sql: 'SELECT 1' });
  expect(nameOf({ sql: 'SELECT 1' })).not.toBe('');
  const long = 'x'.repeat(6_000);
  for (let turn = 0; turn < 9; turn++) expect(nameOf({ sql: long })).toBe('');
});

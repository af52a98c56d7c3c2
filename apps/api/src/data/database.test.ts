import { describe, expect, it } from 'vitest';
import { createStatementNames, isDatabaseDown } from './database.ts';
import { directUrlOf } from './database-url.ts';

it('createStatementNames gives each frequent statement a unique and stable name', () => {
  const nameOf = createStatementNames();
  const names = (sql: string) => Array.from({ length: 7 }, () => nameOf({ sql }));
  const [one, two] = [names('SELECT 1'), names('SELECT 2')];
  expect(one.slice(0, 4)).toEqual(['', '', '', '']);
  expect(new Set(one.slice(4))).toHaveProperty('size', 1);
  expect(one[6]).not.toBe('');
  expect(two[6]).not.toBe(one[6]);
});

it('createStatementNames gives a name to frequent statements, but not to rare or very long statements', () => {
  const nameOf = createStatementNames();
  for (let length = 1; length < 3_000; length++) nameOf({ sql: `IN (${'$'.repeat(length)})` });
  for (let turn = 0; turn < 5; turn++) nameOf({ sql: 'SELECT 1' });
  expect(nameOf({ sql: 'SELECT 1' })).not.toBe('');
  const long = 'x'.repeat(6_000);
  for (let turn = 0; turn < 9; turn++) expect(nameOf({ sql: long })).toBe('');
});

it('directUrlOf returns DATABASE_DIRECT_URL when it is set, otherwise DATABASE_URL', () => {
  const DATABASE_URL = 'postgresql://pooler/marquee';
  expect(directUrlOf({ DATABASE_URL, DATABASE_DIRECT_URL: null })).toBe(DATABASE_URL);
  const DATABASE_DIRECT_URL = 'postgresql://server/marquee';
  expect(directUrlOf({ DATABASE_URL, DATABASE_DIRECT_URL })).toBe(DATABASE_DIRECT_URL);
});

describe('isDatabaseDown', () => {
  it.each([
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'connect ETIMEDOUT 127.0.0.1:5432',
    'Connection terminated unexpectedly',
    'Raw query failed. Code: `N/A`. Message: `Server has closed the connection.`',
    'Raw query failed. Code: `57014`. Message: `canceling statement due to statement timeout`',
    'Raw query failed. Code: `53100`. Message: `could not extend file "base/5/1259": No space left on device`',
    'could not write to file "base/pgsql_tmp/1": No space left on device',
    'ENOSPC: no space left on device, write',
  ])('is true for the driver error “%s”, also as a cause', (message) => {
    expect(isDatabaseDown(new Error(message))).toBe(true);
    expect(isDatabaseDown(new Error('query failed', { cause: new Error(message) }))).toBe(true);
  });

  it.each([
    ['57P03', 'the database system is starting up'],
    ['57P02', 'terminating connection because of crash of another server process'],
    ['53300', 'sorry, too many clients already'],
  ])('is true for the code %s of the driver, whose message does not name it', (code, message) => {
    expect(isDatabaseDown(Object.assign(new Error(message), { code }))).toBe(true);
    expect(isDatabaseDown(Object.assign(new Error(message), { code: '42601' }))).toBe(false);
  });

  it('is true for a commit that failed because the disk is full, whose code is in a cause that is no error', () => {
    const cause = { kind: 'postgres', code: '53100' };
    expect(isDatabaseDown(new Error('could not write to file "pg_wal/1"', { cause }))).toBe(true);
    expect(isDatabaseDown(new Error('a commit', { cause: { ...cause, code: '23505' } }))).toBe(false);
  });

  it('is false when PostgreSQL refused a statement', () => {
    expect(isDatabaseDown(new Error('duplicate key value violates unique constraint'))).toBe(false);
  });
});

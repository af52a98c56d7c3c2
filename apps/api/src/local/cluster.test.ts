import { expect, it } from 'vitest';
import { findFatal } from '#src/local/cluster.ts';

const STAMP = '2026-11-22 08:00:00.000 UTC [7]';

it('finds the FATAL line behind refused sessions and the line of the shutdown', () => {
  const log = [
    `${STAMP} FATAL:  data directory "/x" has wrong ownership`,
    `${STAMP} HINT:  The server must be started by the user that owns the data directory.`,
    `${STAMP} FATAL:  the database system is starting up`,
    `${STAMP} LOG:  database system is shut down`,
    '',
  ].join('\n');
  expect(findFatal(log)).toBe('FATAL: data directory "/x" has wrong ownership');
});

it('falls back to the last line', () => {
  expect(findFatal('postgres: error while loading shared libraries\n\n')).toBe(
    'postgres: error while loading shared libraries',
  );
  expect(findFatal('')).toBe('no output');
});

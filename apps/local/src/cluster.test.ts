import { expect, it } from 'vitest';
import { findFatal } from './cluster.ts';

const STAMP = '2026-11-22 08:00:00.000 UTC [7]';

it('findFatal returns the FATAL line of the failure, not the FATAL lines of refused sessions', () => {
  const log = [
    `${STAMP} FATAL:  data directory "/x" has wrong ownership`,
    `${STAMP} HINT:  The server must be started by the user that owns the data directory.`,
    `${STAMP} FATAL:  the database system is starting up`,
    `${STAMP} LOG:  database system is shut down`,
    '',
  ].join('\n');
  expect(findFatal(log)).toBe('FATAL: data directory "/x" has wrong ownership');
});

it('findFatal returns the last line when no line has FATAL or PANIC', () => {
  expect(findFatal('postgres: error while loading shared libraries\n\n')).toBe(
    'postgres: error while loading shared libraries',
  );
  expect(findFatal('')).toBe('no output');
});

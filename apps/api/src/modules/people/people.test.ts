import { expect, it } from 'vitest';
import { isMeant } from './people.service.ts';

it.each([
  ['hnaks', 'tom hanks', true],
  ['tom hnaks', 'tom hanks', true],
  ['spielburg', 'steven spielberg', true],
  ['to hansk', 'tom hanks', true],
  ['hnkas', 'tom hanks', false],
  // Three letters have too many neighbours.
  ['tim', 'tom hanks', false],
  ['hanks bradd', 'tom hanks', false],
])('%s for %s: %s', (query, name, meant) => {
  expect(isMeant(query.split(' '), name)).toBe(meant);
});

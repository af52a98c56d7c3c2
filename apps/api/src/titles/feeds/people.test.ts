import { expect, it } from 'vitest';
import { isMeant } from './people.service.ts';

it.each([
  ['hnaks', 'tom hanks', true],
  ['tom hnaks', 'tom hanks', true],
  ['spielburg', 'steven spielberg', true],
  ['to hansk', 'tom hanks', true],
  ['hnkas', 'tom hanks', false],
  // Words of three letters allow no typo.
  ['tim', 'tom hanks', false],
  ['hanks bradd', 'tom hanks', false],
])('isMeant decides for %s and %s: %s', (query, name, meant) => {
  expect(isMeant(query.split(' '), name)).toBe(meant);
});

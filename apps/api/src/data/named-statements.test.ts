import { expect, it } from 'vitest';
import { parseIntegers } from './named-statements.ts';

it.each([
  ['{}', []],
  ['{0}', [0]],
  ['{7,10,2147483647}', [7, 10, 2_147_483_647]],
])('the array %s of PostgreSQL is read as its numbers', (text, numbers) => {
  expect(parseIntegers(text)).toEqual(numbers);
});

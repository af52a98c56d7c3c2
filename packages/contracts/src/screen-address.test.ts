import { expect, test } from 'vitest';
import { isId } from './screen-address.ts';

test.each(['1', '42', '2147483647'])('isId accepts %s', (text) => {
  expect(isId(text)).toBe(true);
});

test.each([
  '',
  '0',
  '-1',
  '01',
  '1.5',
  '1e3',
  ' 1',
  '0x1',
  'NaN',
  'nonsense',
  '2147483648',
  '99999999999999',
])('isId refuses “%s”', (text) => {
  expect(isId(text)).toBe(false);
});

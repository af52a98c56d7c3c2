import { expect, test } from 'vitest';
import { isId } from './ids.ts';

test.each(['1', '42', '2147483647'])('%s can be an id', (text) => {
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
])('“%s” cannot', (text) => {
  expect(isId(text)).toBe(false);
});

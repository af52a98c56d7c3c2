import { expect, test } from 'vitest';
import { nativeAddress } from './native-app.ts';

test.each([
  ['/', 'marquee://'],
  ['/discover/media/7?a=1', 'marquee://discover/media/7?a=1'],
  ['/accept_list/abc', 'marquee://accept_list/abc'],
  ['/reject_list/abc', 'marquee://reject_list/abc'],
  ['/my_lists/share/abc', 'marquee://my_lists/share/abc'],
  ['/my_lists', null],
  ['/faq?next=/media/7', null],
])('nativeAddress turns %s into %s', (path, address) => {
  expect(nativeAddress(path)).toBe(address);
});

import { expect, test } from 'vitest';
import { readRedirect, saveRedirect, sharedListOf } from './redirect-to.ts';

test.each([
  ['/search?query=a', '/search?query=a'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['https://evil.example', null],
])('readRedirect reads the stored redirect target %s as %s', (saved, read) => {
  saveRedirect(saved);
  expect(readRedirect()).toBe(read);
});

test.each([
  ['/my_lists/share/abc', 'abc'],
  ['/my_lists/share/7?x=1', '7'],
  ['/my_lists/share', null],
  ['/my_lists/share/abc/media/1', null],
  ['/my_lists/7', null],
])('sharedListOf(%s) returns %s', (path, list) => {
  expect(sharedListOf(path)).toBe(list);
});

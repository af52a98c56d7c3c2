import { expect, test, vi } from 'vitest';
import { closesSignedIn, readToken, watchToken, writeToken } from './token.ts';

test.each([
  [null, 'an absent token', null],
  [null, 'an empty token', ''],
  [null, 'the text false', 'false'],
  ['abc', 'any other text', 'abc'],
])('readToken returns %s for %s', (read, _, stored) => {
  if (stored !== null) localStorage.setItem('access_token', stored);
  expect(readToken()).toBe(read);
});

test.each([
  ['1234567890', false],
  ['12345678901', true],
])('closesSignedIn treats the token %s as signed in: %s', (token, signedIn) => {
  writeToken(token);
  expect(closesSignedIn()).toBe(signedIn);
});

test('watchToken reports a token that another tab has changed', () => {
  const heard = vi.fn();
  const stop = watchToken(heard);
  const callsOf = (change: () => void) => {
    heard.mockClear();
    change();
    return heard.mock.calls.length > 0;
  };
  const elsewhere = (key: string) => window.dispatchEvent(new StorageEvent('storage', { key }));
  expect(callsOf(() => elsewhere('access_token'))).toBe(true);
  expect(callsOf(() => elsewhere('theme'))).toBe(false);
  stop();
  expect(callsOf(() => elsewhere('access_token'))).toBe(false);
});

import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer } from '../../../test/server.ts';
import { nativeAddress, tryNativeApp } from './native-app.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15';
const PIXEL = 'Mozilla/5.0 (Linux; Android 16) Chrome/142.0 Mobile';
const ios = 'https://apps.apple.com/app/id1';
const android = 'https://play.google.com/store/apps/details?id=one';

afterEach(() => vi.restoreAllMocks());

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

test.each([
  ['an iPhone without an app', IPHONE, { ios: null, android }, false],
  ['an iPhone with an app', IPHONE, { ios, android: null }, true],
  ['an Android phone without an app', PIXEL, { ios, android: null }, false],
  ['an Android phone with an app', PIXEL, { ios: null, android }, true],
  ['a phone without an answer', PIXEL, 'no answer', false],
] as const)('the first touch opens the native app on %s: %s', async (what, userAgent, apps, opens) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const asked = answer('GET /api/v1/apps', apps);
  const path = `/media/${encodeURIComponent(what)}`;
  const cancel = tryNativeApp(path);
  await waitFor(() => expect(asked).toHaveLength(1));
  const touch = () => window.dispatchEvent(new Event('pointerup'));
  // The answer is heard some time after the call.
  if (opens)
    await waitFor(() => {
      touch();
      expect(assign).toHaveBeenCalled();
    });
  else await new Promise((resolve) => setTimeout(resolve, 50));
  touch();
  expect(assign.mock.calls).toEqual(opens ? [[`marquee:/${path}`]] : []);
  cancel();
});

test('a computer asks for no app', async () => {
  const asked = answer('GET /api/v1/apps', { ios, android });
  tryNativeApp('/media/9');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toEqual([]);
});

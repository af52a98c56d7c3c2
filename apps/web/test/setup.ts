import { cleanup, configure } from '@testing-library/react';
import type { DetachedWindowAPI } from 'happy-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { watchOtherTabs } from '#src/features/account/load-session.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { toastStore } from '#src/lib/screen/toast.ts';
import { endSession } from '#src/lib/session/session.ts';
import { EverythingInSight } from './in-sight.ts';
import { server } from './server.ts';

declare global {
  interface Window {
    happyDOM: DetachedWindowAPI;
  }
}

const errors = vi.spyOn(console, 'error');
let expected: RegExp[] = [];

/** Allows the running test to log errors that match. Any other console.error fails the test. */
export function expectConsoleError(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

vi.stubGlobal('IntersectionObserver', EverythingInSight);
// As patient as `expect.poll` in vitest's configuration.
configure({ asyncUtilTimeout: 60_000 });

/** The addresses of requests that no handler has received yet. */
const onTheWay = new Set<URL>();

function hasArrived(href: string): void {
  for (const address of onTheWay) if (address.href === href) return void onTheWay.delete(address);
}

/**
 * Waits until handlers have received all requests. The handlers of the next test must not receive a late
 * request.
 */
async function untilArrived(): Promise<void> {
  while (onTheWay.size > 0) await new Promise((resolve) => setImmediate(resolve));
}

beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' });
  server.events.on('request:match', ({ request }) => hasArrived(request.url));
  const send = fetch;
  vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) => {
    const address = new URL(input, location.href);
    onTheWay.add(address);
    // `request:match` does not fire for a request without a handler, so remove its address when the call ends.
    return send(input, init).finally(() => onTheWay.delete(address));
  });
});

// The files of a worker share window and modules, because loading them takes longer than most files.
beforeAll(watchOtherTabs);
afterAll(() => {
  vi.unstubAllGlobals();
  server.events.removeAllListeners();
  server.close();
});

beforeEach(() => {
  expected = [];
  // A download leaves the simulated browser at the address of the file.
  window.happyDOM.setURL('http://localhost:3000/');
  errors.mockReset().mockImplementation(() => {});
});

afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  endSession();
  queryClient.clear();
  await untilArrived();
  const unexpected = errors.mock.calls
    .map((call) => call.map(String).join(' '))
    .filter((line) => !expected.some((pattern) => pattern.test(line)));
  toastStore.write(null);
  localStorage.clear();
  sessionStorage.clear();
  server.resetHandlers();
  expect(unexpected, 'unexpected console.error').toEqual([]);
});

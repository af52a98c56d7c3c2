import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { queryClient } from '#src/lib/http/query-client.ts';
import { toastStore } from '#src/lib/screen/toast.ts';
import { endSession } from '#src/lib/session/session.ts';
import { EverythingInSight } from './in-sight.ts';
import { server } from './server.ts';

const errors = vi.spyOn(console, 'error');
let expected: RegExp[] = [];

/** Allows the running test to log errors that match. Any other console.error fails it. */
export function expectConsoleError(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

vi.stubGlobal('IntersectionObserver', EverythingInSight);
// Long timeouts: only a hanging test reaches them, also on a busy machine.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));

beforeEach(() => {
  expected = [];
  errors.mockReset().mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  endSession();
  queryClient.clear();
  toastStore.write(null);
  localStorage.clear();
  sessionStorage.clear();
  server.resetHandlers();
  const unexpected = errors.mock.calls
    .map((call) => call.map(String).join(' '))
    .filter((line) => !expected.some((pattern) => pattern.test(line)));
  expect(unexpected, 'unexpected console.error').toEqual([]);
});

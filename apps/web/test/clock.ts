import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** The most checks of `until`: more than any reply needs, also on a busy machine. */
const ROUNDS = 20_000;

/**
 * Stops the app's timers until the test ends, so that a slow machine cannot change their order. Use
 * `fireEvent` and `until`, because user-event and `waitFor` need running timers.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

/** Moves the stopped clock by `ms` and runs the timers that become due. */
export async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

/** Repeats `check` until it does not throw, so that replies can be processed. The stopped clock does not move. */
export async function until(check: () => void): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    try {
      return check();
    } catch {
      await act(() => new Promise<void>((resolve) => setImmediate(resolve)));
      await pass(0);
    }
  }
  check();
}

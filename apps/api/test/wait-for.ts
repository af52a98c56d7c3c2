import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls until the value is neither null, undefined nor false, and returns it.
 * @throws Error with `what` in its message after the time limit.
 */
export async function waitFor<T>(
  what: string,
  ask: () => T | Promise<T>,
  timeoutMs = 600_000,
): Promise<NonNullable<Exclude<T, false>>> {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(20)) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false)
      return answer as NonNullable<Exclude<T, false>>;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms without success for ${what}`);
  }
}

import { createHook } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';

/** The share is measured over this time, because the system counts the processor time of a thread in steps of milliseconds. */
const SHARE_MS = 500;
const LEAST_SHARE = 0.05;

/** Returns the processor time of this thread in milliseconds. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Measures for whom this thread works. Node runs a request in many short callbacks, between which it runs those of others, so
 * the time from the beginning of a request to its end says nothing. `take` returns what the running callback has taken since
 * it began, or since the last `take`.
 */
export function createProcessorTime() {
  let since = performance.now();
  let depth = 0;
  // Promises need no hook: they continue in the callback that resolved them. Hooks for them would slow down every `await`.
  const hook = createHook({
    trackPromises: false,
    before() {
      if (depth++ === 0) since = performance.now();
    },
    after() {
      // The callback in which `start` was called ends without having begun.
      depth = Math.max(0, depth - 1);
    },
  });

  let share = 1;
  let sharedAt = since;
  let threadBefore = threadMs();
  let loopBefore = performance.eventLoopUtilization();

  /** Returns the share of its time in callbacks in which this thread had a processor, which others may want too. */
  function shareAt(now: number): number {
    if (now - sharedAt < SHARE_MS) return share;
    const { active } = performance.eventLoopUtilization(loopBefore);
    const thread = threadMs();
    if (active > 0) share = Math.min(1, Math.max(LEAST_SHARE, (thread - threadBefore) / active));
    sharedAt = now;
    threadBefore = thread;
    loopBefore = performance.eventLoopUtilization();
    return share;
  }

  return {
    /** Returns processor time in milliseconds. */
    take(): number {
      const now = performance.now();
      const taken = (now - since) * shareAt(now);
      since = now;
      return taken;
    },
    start: (): void => void hook.enable(),
    stop: (): void => void hook.disable(),
  };
}

import { createHook } from 'node:async_hooks';

/** Returns the processor time of this thread in milliseconds. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Measures for whom this thread works. Node runs a request in many short callbacks, between which it runs those of others, so
 * the time from the beginning of a request to its end says nothing. `take` returns what the running callback has taken since
 * it began, or since the last `take`.
 */
export function createProcessorTime() {
  let sinceWall = performance.now();
  let sinceThread = threadMs();
  let depth = 0;
  // Promises need no hook: they continue in the callback that resolved them. Hooks for them would slow down every `await`.
  const hook = createHook({
    trackPromises: false,
    before() {
      if (depth++ === 0) sinceWall = performance.now();
    },
    after() {
      // The callback in which `start` was called ends without having begun.
      depth = Math.max(0, depth - 1);
    },
  });

  return {
    /**
     * Returns milliseconds: at most the time since the callback began, although other programs may have taken the processor
     * meanwhile, and at most the processor time of this thread since the last `take`.
     */
    take(): number {
      const [wall, thread] = [performance.now(), threadMs()];
      const taken = Math.min(wall - sinceWall, thread - sinceThread);
      sinceWall = wall;
      sinceThread = thread;
      return Math.max(0, taken);
    },
    start: (): void => void hook.enable(),
    stop: (): void => void hook.disable(),
  };
}

import { EventEmitter, once } from 'node:events';

/**
 * How long a job waits for the other jobs of the process to end, in milliseconds. No other job starts
 * meanwhile, so that a process with many jobs comes to its end of the queue.
 */
const WAIT_MS = 10_000;

/** Runs jobs of this process at the same time, and some jobs alone. */
export function createInHand(waitMs = WAIT_MS) {
  const changes = new EventEmitter().setMaxListeners(0);
  let together = 0;
  let waitingAlone = 0;
  let isAlone = false;

  /** Waits until `take` succeeds. */
  async function wait(take: () => boolean, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (!take()) await once(changes, 'change', { signal });
  }

  const takeTogether = (): boolean => {
    if (isAlone || waitingAlone > 0) return false;
    together++;
    return true;
  };
  const takeAlone = (): boolean => {
    if (isAlone || together > 0) return false;
    isAlone = true;
    return true;
  };

  return {
    /** Runs work beside other work. */
    async together<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
      await wait(takeTogether, signal);
      try {
        return await work();
      } finally {
        together--;
        changes.emit('change');
      }
    },

    /**
     * Runs work while nothing else runs.
     * @throws when other work takes too long to end. The caller tries again later, so that a long job does not
     * stop all others.
     */
    async alone<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
      waitingAlone++;
      try {
        await wait(takeAlone, AbortSignal.any([signal, AbortSignal.timeout(waitMs)]));
      } finally {
        waitingAlone--;
        changes.emit('change');
      }
      try {
        return await work();
      } finally {
        isAlone = false;
        changes.emit('change');
      }
    },
  };
}

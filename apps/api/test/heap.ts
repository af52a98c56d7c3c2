// Measures the heap in use, for tests of memory growth.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Returns the bytes of the heap of this process after a garbage collection. Takes about 100 ms. */
export function heapAfterCollection(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/**
 * Measures the heap at this interval until `stop` is called. `stop` returns the growth since the start for
 * each measurement, in MiB.
 */
export function watchHeap(everyMs: number): { stop: () => number[] } {
  const before = heapAfterCollection();
  const growth: number[] = [];
  const measure = (): void => {
    growth.push(Math.round((heapAfterCollection() - before) / 2 ** 20));
  };
  const timer = setInterval(measure, everyMs);
  return {
    stop() {
      clearInterval(timer);
      measure();
      return growth;
    },
  };
}

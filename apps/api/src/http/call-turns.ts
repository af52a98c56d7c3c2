import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { createGate } from '#src/core/gate.ts';

/** Calls of one caller that run at the same time, about as many as a screen sends when it opens. */
const OF_CALLER = 4;
/** Usual pages that a caller may have at once before its calls wait for each other, as somebody has who opens the app. */
const BURST_PAGES = 30;
/** The share of the processor that a caller may use all the time. It is about that of the limit of calls. */
const STEADY_SHARE = 0.02;
/** How long the lane rests after a call, as a multiple of the call. A fifth of the processor is left to busy callers. */
const REST = 4;
const WAITING_MAX = 10_000;
const WAITING_MAX_OF_CALLER = 1_000;
const CALLERS_KEPT = 10_000;

/** What a caller has used beyond its share, in milliseconds, at a time. */
interface Debt {
  ms: number;
  at: number;
}

/**
 * Lets callers take turns on the thread that answers calls. Who has just used it much waits in a lane that runs one call at a
 * time, callers in turns, and rests after each. So however many busy callers there are, most calls of others find the thread
 * idle (docs/adr/0042-charge-a-call-what-it-costs.md).
 * @param pageMs the processor time of a usual page in milliseconds.
 */
export function createCallTurns({ pageMs }: { pageMs: () => number }) {
  const debts = new LRUCache<string, Debt>({ max: CALLERS_KEPT });
  const ofCaller = createGate({
    atOnce: Number.POSITIVE_INFINITY,
    atOnceOfKey: OF_CALLER,
    waitingMax: WAITING_MAX,
    waitingMaxOfKey: WAITING_MAX_OF_CALLER,
  });
  const lane = createGate({ atOnce: 1, waitingMax: WAITING_MAX });

  function debtOf(key: string): number {
    const debt = debts.get(key);
    return debt ? Math.max(0, debt.ms - (Date.now() - debt.at) * STEADY_SHARE) : 0;
  }

  const isBusy = (key: string): boolean => debtOf(key) > BURST_PAGES * pageMs();

  return {
    /** Returns whether the calls of a caller wait in the lane. */
    isBusy,

    /** Adds processor time that a call has used. */
    add(key: string, ms: number): void {
      debts.set(key, { ms: debtOf(key) + ms, at: Date.now() });
    },

    /**
     * Runs a call in the caller's turn.
     * @param call runs the call. Returns the processor time that it used, in milliseconds.
     * @throws AppError `unavailable` when the call would have to wait beyond `until`.
     */
    run: (key: string, until: number, call: () => Promise<number>): Promise<void> =>
      ofCaller(
        async () => {
          if (!isBusy(key)) {
            await call();
            return;
          }
          await lane(async () => void (await sleep(REST * (await call()))), { key, until });
        },
        { key, until },
      ),
  };
}

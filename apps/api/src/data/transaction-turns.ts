import { currentAsker } from '#src/core/asker.ts';
import { createGate, createTurns } from '#src/core/gate.ts';
import { patiently } from '#src/core/patience.ts';

/** A row that transactions lock first, so that of those of one process only one waits for it with a connection. */
export type Locked = `list ${number}` | `round ${string}` | `user ${number}`;

/** Transactions of a process. The connections that they leave are for reads. */
const AT_ONCE = 6;
/** Transactions of one asker that wait or run. Their calls are limited anyway (docs/api.md#limits). */
const OF_ASKER = 2;
const WAITING_MAX_OF_ASKER = 1_000;
const WAITING_MAX = 10_000;
/** A call answers within 5 s. */
const WAIT_MS = 4_000;

const unlimited = Number.POSITIVE_INFINITY;

/**
 * Makes transactions wait before they take a connection: first for those of the same asker, then for those that lock the
 * same rows, and last for a connection. Otherwise a burst of writes to one row would wait for its lock in PostgreSQL with
 * all connections of the process, and no other call would get one (docs/adr/0043-wait-for-a-lock-before-a-connection.md).
 */
export function createTransactionTurns() {
  const ofAsker = createGate({
    atOnce: unlimited,
    atOnceOfKey: OF_ASKER,
    waitingMax: WAITING_MAX,
    waitingMaxOfKey: WAITING_MAX_OF_ASKER,
  });
  const ofRow = createTurns(WAITING_MAX);
  const connections = createGate({ atOnce: AT_ONCE, waitingMax: WAITING_MAX });

  return async <T>(locked: readonly Locked[], work: () => Promise<T>): Promise<T> => {
    const asker = currentAsker();
    // No client waits for a job, which would only have to be repeated.
    const until = asker === null ? {} : { until: Date.now() + patiently(WAIT_MS) };
    // All transactions take their rows in one order, so that no two wait for each other.
    const rows = [...new Set(locked)].toSorted();
    const run = rows.reduceRight<() => Promise<T>>(
      (next, key) => () => ofRow(next, { key, ...until }),
      () => connections(work, until),
    );
    return asker === null ? run() : ofAsker(run, until);
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ClaimedRow, OutboxWorkRepository } from './outbox-work.repository.ts';
import type { JobQueue } from './queue.ts';

const BATCH = 200;
/** Milliseconds between two passes. A NOTIFY starts the next pass at once. */
const POLL_MS = 5_000;
const RETRY_MS = 1_000;
const LOST_AFTER_MS = 5 * 60_000;

interface Dependencies {
  outbox: Pick<OutboxWorkRepository, 'claimLost' | 'release' | 'findNextDueMs'> & {
    claimDue(limit: number, gatherSeconds: number): Promise<ClaimedRow[]>;
  };
  queue: Pick<JobQueue, 'add'>;
  /** Seconds for which edits of a list are gathered, counted from the first edit. */
  gatherSeconds: number;
  log: FastifyBaseLogger;
  pollMs?: number;
}

/** Marks due outbox rows and hands them to the queue, woken by the trigger `outbox_notify`. Any number of relays may run. */
export function createRelay({ outbox, queue, gatherSeconds, log, pollMs = POLL_MS }: Dependencies) {
  let closing = false;
  let wakeUp = new AbortController();
  let sweptAt: number | null = null;
  /**
   * Start time of the first failed pass in an outage. Null after `requeueAfterOutage` has queued the rows of
   * the outage again.
   */
  let outageAt: number | null = null;
  let recoveredAt: number | null = null;
  /** The first sweep queues every unfinished row that was marked before this moment. */
  let lostBefore = Date.now();

  const hand = async (rows: ClaimedRow[]): Promise<void> => {
    if (rows.length === 0) return;
    try {
      await queue.add(rows);
    } catch (error) {
      // The queue refused the rows, so remove their mark.
      await outbox.release(rows.map((row) => row.id));
      throw error;
    }
  };

  /** Every `LOST_AFTER_MS`, queues unfinished rows again, because a worker may have crashed. */
  const sweep = async (): Promise<void> => {
    if (sweptAt !== null && Date.now() - sweptAt < LOST_AFTER_MS) return;
    // The first sweep queues all rows marked before `lostBefore`, because another worker may have crashed.
    const olderThanMs = () => (sweptAt === null ? Date.now() - lostBefore : LOST_AFTER_MS);
    let rows: ClaimedRow[];
    do {
      rows = await outbox.claimLost(olderThanMs(), BATCH);
      await hand(rows);
    } while (rows.length === BATCH);
    sweptAt = Date.now();
  };

  /**
   * Queues unfinished rows again when they were marked since the outage began. PostgreSQL may have marked
   * rows although its reply was lost, for example when the server froze.
   */
  const requeueAfterOutage = async (): Promise<void> => {
    if (outageAt === null || recoveredAt === null || Date.now() - recoveredAt < RETRY_MS) return;
    const [from, until] = [outageAt - RETRY_MS, Date.now()];
    let rows: ClaimedRow[];
    do {
      rows = await outbox.claimLost(Date.now() - until, BATCH, Date.now() - from);
      await hand(rows);
    } while (rows.length === BATCH);
    outageAt = null;
    recoveredAt = null;
  };

  /** Makes one pass. Returns the milliseconds until the next pass. */
  const pass = async (): Promise<number> => {
    await sweep();
    const rows = await outbox.claimDue(BATCH, gatherSeconds);
    await hand(rows);
    await requeueAfterOutage();
    if (rows.length === BATCH) return 0;
    const nextMs = await outbox.findNextDueMs(gatherSeconds);
    return Math.min(Math.max(nextMs ?? pollMs, 10), recoveredAt === null ? pollMs : RETRY_MS);
  };

  const run = async (): Promise<void> => {
    let isFailing = false;
    while (!closing) {
      wakeUp = new AbortController();
      let rest = RETRY_MS;
      const began = Date.now();
      try {
        rest = await pass();
        if (isFailing) {
          log.info('relay has recovered');
          recoveredAt = Date.now();
          rest = Math.min(rest, RETRY_MS);
        }
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, 'relay failed: rows stay in the outbox');
        isFailing = true;
        outageAt ??= began;
        recoveredAt = null;
      }
      if (rest === 0 || closing) continue;
      // `sleep` rejects only when `wake` or `close` aborts the signal.
      await sleep(rest, undefined, { signal: wakeUp.signal }).catch(() => undefined);
    }
  };

  let running: Promise<void> | undefined;
  return {
    start(): void {
      running ??= run();
    },
    /** Starts the next pass at once, because a row may be due. */
    wake(): void {
      wakeUp.abort();
    },
    /** Queues every open row again, because the queue lost its data. */
    handAgain(): void {
      sweptAt = null;
      lostBefore = Date.now();
      wakeUp.abort();
    },
    async close(): Promise<void> {
      closing = true;
      wakeUp.abort();
      await running;
    },
  };
}

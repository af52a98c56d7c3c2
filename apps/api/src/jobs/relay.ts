import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ClaimedRow, OutboxWorkRepository } from './outbox-work.repository.ts';
import type { JobQueue } from './queue.ts';

const BATCH = 200;
/** Polling interval without NOTIFY; a NOTIFY starts a pass at once. */
const POLL_MS = 5_000;
const RETRY_MS = 1_000;
const LOST_AFTER_MS = 5 * 60_000;

interface Dependencies {
  outbox: Pick<OutboxWorkRepository, 'claimLost' | 'release' | 'findNextDueMs'> & {
    claimDue(limit: number, gatherSeconds: number): Promise<ClaimedRow[]>;
  };
  queue: Pick<JobQueue, 'add'>;
  /** How long edits of a list are gathered after the first one. */
  gatherSeconds: number;
  log: FastifyBaseLogger;
  pollMs?: number;
}

/**
 * Hands due outbox rows to the queue. Any number of relays may run. A row is marked before it is handed on, and
 * unmarked when the queue refuses it. A periodic sweep hands on unfinished rows again, in case a
 * worker crashed or the queue lost them.
 */
export function createRelay({ outbox, queue, gatherSeconds, log, pollMs = POLL_MS }: Dependencies) {
  let closing = false;
  let wakeUp = new AbortController();
  let sweptAt: number | null = null;
  /** The trouble that is not cleared up: the start of its first failed pass, and the first pass that succeeded again. */
  let troubleAt: number | null = null;
  let recoveredAt: number | null = null;
  /** The first sweep takes every row that was handed on before this moment. */
  let lostBefore = Date.now();

  const hand = async (rows: ClaimedRow[]): Promise<void> => {
    if (rows.length === 0) return;
    try {
      await queue.add(rows);
    } catch (error) {
      await outbox.release(rows.map((row) => row.id));
      throw error;
    }
  };

  const sweep = async (): Promise<void> => {
    if (sweptAt !== null && Date.now() - sweptAt < LOST_AFTER_MS) return;
    // The first sweep takes all rows handed on before this start, because another worker may have crashed.
    const olderThanMs = () => (sweptAt === null ? Date.now() - lostBefore : LOST_AFTER_MS);
    let rows: ClaimedRow[];
    do {
      rows = await outbox.claimLost(olderThanMs(), BATCH);
      await hand(rows);
    } while (rows.length === BATCH);
    sweptAt = Date.now();
  };

  /**
   * A claim whose reply was lost may have marked its rows: a server that was frozen executes it when it goes on. So the
   * rows that were marked since the trouble began are handed on again.
   */
  const clearUp = async (): Promise<void> => {
    if (troubleAt === null || recoveredAt === null || Date.now() - recoveredAt < RETRY_MS) return;
    const [from, until] = [troubleAt - RETRY_MS, Date.now()];
    let rows: ClaimedRow[];
    do {
      rows = await outbox.claimLost(Date.now() - until, BATCH, Date.now() - from);
      await hand(rows);
    } while (rows.length === BATCH);
    troubleAt = null;
    recoveredAt = null;
  };

  /** One pass; returns the time until the next one. */
  const pass = async (): Promise<number> => {
    await sweep();
    const rows = await outbox.claimDue(BATCH, gatherSeconds);
    await hand(rows);
    await clearUp();
    if (rows.length === BATCH) return 0;
    const nextMs = await outbox.findNextDueMs(gatherSeconds);
    return Math.min(Math.max(nextMs ?? pollMs, 10), recoveredAt === null ? pollMs : RETRY_MS);
  };

  const run = async (): Promise<void> => {
    let inTrouble = false;
    while (!closing) {
      wakeUp = new AbortController();
      let rest = RETRY_MS;
      const began = Date.now();
      try {
        rest = await pass();
        if (inTrouble) {
          log.info('relay works again');
          recoveredAt = Date.now();
          rest = Math.min(rest, RETRY_MS);
        }
        inTrouble = false;
      } catch (error) {
        if (!inTrouble) log.warn({ err: error }, 'relay failed: rows stay in the outbox');
        inTrouble = true;
        troubleAt ??= began;
        recoveredAt = null;
      }
      if (rest === 0 || closing) continue;
      // The sleep rejects only when `wake` or `close` aborts it.
      await sleep(rest, undefined, { signal: wakeUp.signal }).catch(() => undefined);
    }
  };

  let running: Promise<void> | undefined;
  return {
    start(): void {
      running ??= run();
    },
    /** A row may be due: start the next pass at once. */
    wake(): void {
      wakeUp.abort();
    },
    /** The queue lost its data: hand on every open row again. */
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

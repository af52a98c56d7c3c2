import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ClaimedRow, OutboxWorkRepository } from '#src/modules/notifications/outbox-work.repository.ts';
import type { JobQueue } from './queue.ts';

const BATCH = 200;
/** Without a NOTIFY we look this often; with one, at once. */
const POLL_MS = 5_000;
const RETRY_MS = 1_000;
const LOST_AFTER_MS = 5 * 60_000;

interface Dependencies {
  outbox: Pick<OutboxWorkRepository, 'claimDue' | 'claimLost' | 'release' | 'findNextDueMs'>;
  queue: Pick<JobQueue, 'add'>;
  /** How long the first edit of a list waits for others. */
  gatherSeconds: number;
  log: FastifyBaseLogger;
  pollMs?: number;
}

/**
 * Hands due outbox rows to the queue. Any number of relays may run. A row is marked before it is handed on, and
 * unmarked when the queue does not take it; whoever dies in between, or a queue that forgets, is made good by
 * handing on again what was never finished.
 */
export function createRelay({ outbox, queue, gatherSeconds, log, pollMs = POLL_MS }: Dependencies) {
  let closing = false;
  let wakeUp = new AbortController();
  let sweptAt: number | null = null;
  const startedAt = Date.now();

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
    // The first time, all that was handed on before our start: whoever did it may have died a second ago.
    const olderThanMs = () => (sweptAt === null ? Date.now() - startedAt : LOST_AFTER_MS);
    let rows: ClaimedRow[];
    do {
      rows = await outbox.claimLost(olderThanMs(), BATCH);
      await hand(rows);
    } while (rows.length === BATCH);
    sweptAt = Date.now();
  };

  /** One pass. Answers how long to rest. */
  const pass = async (): Promise<number> => {
    await sweep();
    const rows = await outbox.claimDue(BATCH, gatherSeconds);
    await hand(rows);
    if (rows.length === BATCH) return 0;
    const nextMs = await outbox.findNextDueMs(gatherSeconds);
    return Math.min(Math.max(nextMs ?? pollMs, 10), pollMs);
  };

  const run = async (): Promise<void> => {
    let inTrouble = false;
    while (!closing) {
      wakeUp = new AbortController();
      let rest = RETRY_MS;
      try {
        rest = await pass();
        if (inTrouble) log.info('the relay hands work on again');
        inTrouble = false;
      } catch (error) {
        if (!inTrouble) log.warn({ err: error }, 'the relay cannot hand work on; it stays in the outbox');
        inTrouble = true;
      }
      if (rest === 0 || closing) continue;
      // Rejecting is how a sleep tells that it was ended early, and that is all it can tell.
      await sleep(rest, undefined, { signal: wakeUp.signal }).catch(() => undefined);
    }
  };

  let running: Promise<void> | undefined;
  return {
    start(): void {
      running ??= run();
    },
    /** There is something to hand on: do not wait for the next look. */
    wake(): void {
      wakeUp.abort();
    },
    async close(): Promise<void> {
      closing = true;
      wakeUp.abort();
      await running;
    },
  };
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#src/core/errors.ts';
import { createTurns } from '#src/core/gate.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { LocksRepository } from './locks.repository.ts';

const POLL_MS = 50;
const WAITING_MAX = 100;
const RETRY_AFTER_S = 5;
/** Delay in milliseconds of the job that converges the user after an interrupted write at Stripe. */
const REPAIR_AFTER_MS = 60_000;

const repairOf = (userId: number): string => `stripe_repair:${userId}`;

interface Repos {
  locks: LocksRepository;
  outbox: Pick<OutboxRepository, 'add' | 'cancel'>;
}

interface Dependencies {
  repos: Repos;
  withTransaction: WithTransaction<Repos>;
}

/** Identifies the holder of a user's billing lock. */
export interface Held {
  readonly userId: number;
  readonly holder: string;
  /**
   * How long the holder waited for the lock, in milliseconds. This wait shortens the time limit of the calls
   * to Stripe.
   */
  readonly waitedMs: number;
}

/**
 * Allows one holder of a user's billing lock at a time, over all processes. No transaction is open during calls
 * to Stripe.
 */
export function createBillingLock({ repos, withTransaction }: Dependencies) {
  const inTurn = createTurns(WAITING_MAX);

  /**
   * Takes the lock, and queues a job that reads the state from Stripe later. After a successful write,
   * `toWrite` cancels the job.
   */
  const takeForWriting = (userId: number, holder: string): Promise<boolean> =>
    withTransaction(async (tx) => {
      if (!(await tx.locks.take(userId, holder))) return false;
      await tx.outbox.add({
        kind: 'stripe_sync',
        userId,
        payload: {},
        dedupeKey: repairOf(userId),
        availableAt: new Date(Date.now() + REPAIR_AFTER_MS),
      });
      return true;
    }, `user ${userId}`);

  async function hold<T>(
    userId: number,
    waitMs: number,
    take: (userId: number, holder: string) => Promise<boolean>,
    work: (held: Held) => Promise<T>,
  ): Promise<T> {
    const holder = randomUUID();
    const startedAt = Date.now();
    async function holdAmongProcesses(): Promise<T> {
      for (; !(await take(userId, holder)); await sleep(POLL_MS))
        if (Date.now() - startedAt > waitMs) throw new AppError('unavailable', { retryAfter: RETRY_AFTER_S });
      try {
        return await work({ userId, holder, waitedMs: Date.now() - startedAt });
      } finally {
        await repos.locks.release(userId, holder);
      }
    }
    // Calls of this process wait without asking the database.
    return inTurn(holdAmongProcesses, { key: String(userId), until: startedAt + waitMs });
  }

  return {
    /**
     * Runs work that only reads from Stripe.
     * @throws AppError `unavailable` when the lock is not free in time.
     */
    toRead: <T>(userId: number, waitMs: number, work: (held: Held) => Promise<T>): Promise<T> =>
      hold(userId, waitMs, repos.locks.take, work),

    /**
     * Runs work that writes at Stripe.
     * @throws AppError `unavailable` when the lock is not free in time.
     */
    toWrite: <T>(userId: number, waitMs: number, work: (held: Held) => Promise<T>): Promise<T> =>
      hold(userId, waitMs, takeForWriting, async (held) => {
        const result = await work(held);
        await repos.outbox.cancel(repairOf(userId));
        return result;
      }),
  };
}

export type BillingLock = ReturnType<typeof createBillingLock>;

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#src/core/errors.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { LocksRepository } from './locks.repository.ts';

const POLL_MS = 50;
const RETRY_AFTER_S = 5;
/** After this time a flow that ended halfway is converged by a job. */
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
}

/**
 * One holder per user at a time, over all processes. No transaction is open while the work talks to Stripe. Work that
 * writes at Stripe and fails, or whose process ends, leaves a job behind that reads the state from Stripe.
 */
export function createBillingLock({ repos, withTransaction }: Dependencies) {
  const takeForWriting = ({ userId, holder }: Held): Promise<boolean> =>
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
    });

  async function hold<T>(
    held: Held,
    waitMs: number,
    take: () => Promise<boolean>,
    work: (held: Held) => Promise<T>,
  ): Promise<T> {
    for (const deadline = Date.now() + waitMs; !(await take()); await sleep(POLL_MS))
      if (Date.now() > deadline) throw new AppError('unavailable', { retryAfter: RETRY_AFTER_S });
    try {
      return await work(held);
    } finally {
      await repos.locks.release(held.userId, held.holder);
    }
  }

  return {
    /** For work that only reads at Stripe. @throws AppError `unavailable` when the lock is not free in time. */
    toRead<T>(userId: number, waitMs: number, work: (held: Held) => Promise<T>): Promise<T> {
      const held = { userId, holder: randomUUID() };
      return hold(held, waitMs, () => repos.locks.take(userId, held.holder), work);
    },

    /** For work that writes at Stripe. @throws AppError `unavailable` when the lock is not free in time. */
    toWrite<T>(userId: number, waitMs: number, work: (held: Held) => Promise<T>): Promise<T> {
      const held = { userId, holder: randomUUID() };
      return hold(
        held,
        waitMs,
        () => takeForWriting(held),
        async () => {
          const result = await work(held);
          await repos.outbox.cancel(repairOf(userId));
          return result;
        },
      );
    },
  };
}

export type BillingLock = ReturnType<typeof createBillingLock>;

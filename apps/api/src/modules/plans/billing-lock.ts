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
 * One change of a user's billing at a time, over all processes. No transaction is open while the work talks to Stripe.
 * Work that fails, or whose process ends, leaves a job behind that reads the state from Stripe.
 */
export function createBillingLock({ repos, withTransaction }: Dependencies) {
  const take = ({ userId, holder }: Held): Promise<boolean> =>
    withTransaction(async (tx) => {
      if (!(await tx.locks.take(userId, holder))) return false;
      await tx.outbox.add({
        kind: 'stripe_sync',
        userId,
        payload: {},
        dedupeKey: `stripe_sync:${userId}`,
        availableAt: new Date(Date.now() + REPAIR_AFTER_MS),
      });
      return true;
    });

  return {
    /** @throws AppError `unavailable` when another holder does not finish in time. */
    async hold<T>(userId: number, waitMs: number, work: (held: Held) => Promise<T>): Promise<T> {
      const held = { userId, holder: randomUUID() };
      for (const deadline = Date.now() + waitMs; !(await take(held)); await sleep(POLL_MS))
        if (Date.now() > deadline) throw new AppError('unavailable', { retryAfter: RETRY_AFTER_S });
      try {
        const result = await work(held);
        await repos.outbox.cancel(`stripe_sync:${userId}`);
        return result;
      } finally {
        await repos.locks.release(userId, held.holder);
      }
    },
  };
}

export type BillingLock = ReturnType<typeof createBillingLock>;

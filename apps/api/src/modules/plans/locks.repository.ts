import { AppError } from '#src/core/errors.ts';
import type { Db } from '#src/data/database.ts';

/**
 * Duration of the lock in seconds, longer than all calls of one request or job. After a crash, the next holder
 * waits until the lock expires.
 */
const LEASE_SECONDS = 20;

export const createLocksRepository = (db: Db) => ({
  /** Takes the lock when it is free or expired. */
  async take(userId: number, holder: string): Promise<boolean> {
    const taken = await db.$executeRaw`
      INSERT INTO billing_locks AS held (user_id, holder, locked_until)
      SELECT id, ${holder}, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}) FROM users WHERE id = ${userId}
      ON CONFLICT (user_id) DO UPDATE SET holder = excluded.holder, locked_until = excluded.locked_until
       WHERE held.locked_until < clock_timestamp()`;
    return taken > 0;
  },

  /**
   * Checks that `holder` still has the lock. Call this function first in every transaction under the lock.
   * @throws AppError conflict when the lock expired or another process has taken the lock.
   */
  async require(userId: number, holder: string): Promise<void> {
    const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM billing_locks
       WHERE user_id = ${userId} AND holder = ${holder} AND locked_until > clock_timestamp() FOR UPDATE`;
    if (rows.length === 0) throw new AppError('conflict');
  },

  async release(userId: number, holder: string): Promise<void> {
    await db.$executeRaw`
      UPDATE billing_locks SET locked_until = clock_timestamp() - interval '1 second' WHERE user_id = ${userId} AND holder = ${holder}`;
  },

  /** Returns the time of the database. `saveConverged` and `isConvergedSince` compare times of this clock only. */
  async getTime(): Promise<Date> {
    const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
    return row?.now ?? new Date();
  },

  async saveConverged(userId: number, startedAt: Date): Promise<void> {
    await db.billingLock.updateMany({ where: { userId }, data: { syncedAt: startedAt } });
  },

  /** Returns whether a convergence that started after `since` has finished. */
  async isConvergedSince(userId: number, since: Date): Promise<boolean> {
    return (await db.billingLock.count({ where: { userId, syncedAt: { gt: since } } })) > 0;
  },
});

export type LocksRepository = ReturnType<typeof createLocksRepository>;

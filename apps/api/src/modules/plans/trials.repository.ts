import type { TrialHash } from '#src/core/secrets.ts';
import type { Db } from '#src/data/database.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Stores keyed hashes of mailboxes that had a trial, for 24 months (docs/billing.md#trial). */
export const createTrialsRepository = (db: Db) => ({
  /** @returns false when the mailbox had a trial within 24 months. */
  async give({ mailbox, former }: TrialHash): Promise<boolean> {
    const given = await db.$executeRaw`
      INSERT INTO trial_addresses AS known (hash)
      SELECT ${mailbox} WHERE NOT EXISTS (
        SELECT 1 FROM trial_addresses WHERE hash = ANY(${former}) AND given_at >= now() - interval '24 months')
      ON CONFLICT (hash) DO UPDATE SET given_at = now(), is_proven = false
        WHERE known.given_at < now() - interval '24 months'`;
    return given > 0;
  },

  /** Stores whose trial it is. */
  async setHolder({ mailbox }: TrialHash, holder: { userId: number; isProven: boolean }): Promise<void> {
    await db.trialAddress.updateMany({ where: { hash: mailbox }, data: holder });
  },

  /**
   * Stores that the user proved an address of the mailbox. When nobody did before, the mailbox's trial is this user's: a user
   * without a trial gets one of `days`, and that of a holder without proof ends. Call this function under a lock of the
   * user.
   * @returns a former holder whose trial ended, or null.
   */
  async prove(userId: number, { mailbox }: TrialHash, days: number): Promise<number | null> {
    const [trial] = await db.$queryRaw<{ holder: number | null }[]>`
      SELECT user_id AS holder FROM trial_addresses WHERE hash = ${mailbox} AND NOT is_proven FOR UPDATE`;
    const { trialEndsAt } = await db.user.findUniqueOrThrow({
      where: { id: userId },
      select: { trialEndsAt: true },
    });
    if (!trial) {
      // The user's own trial counts for each mailbox that the user proves.
      if (trialEndsAt !== null) await this.remember({ mailbox }, true);
      return null;
    }
    await db.trialAddress.updateMany({ where: { hash: mailbox }, data: { userId, isProven: true } });
    if (trial.holder === userId || trialEndsAt !== null) return null;
    const now = new Date();
    const data = { trialEndsAt: new Date(now.getTime() + days * DAY_MS) };
    await db.user.updateMany({ where: { id: userId }, data });
    if (trial.holder === null) return null;
    // A holder who has chosen a plan keeps what Stripe was told about the trial.
    const { count } = await db.user.updateMany({
      where: { id: trial.holder, trialEndsAt: { gt: now }, pricingId: null },
      data: { trialEndsAt: now },
    });
    return count > 0 ? trial.holder : null;
  },

  /**
   * Stores that the mailbox had a trial: a further one of a user who had it, and the last one when the account is
   * deleted.
   */
  async remember({ mailbox }: Pick<TrialHash, 'mailbox'>, isProven: boolean): Promise<void> {
    await db.trialAddress.createMany({ data: [{ hash: mailbox, isProven }], skipDuplicates: true });
  },
});

export type TrialsRepository = ReturnType<typeof createTrialsRepository>;

import type { TrialHash } from '#src/core/secrets.ts';
import type { Db } from '#src/data/database.ts';

/** Stores keyed hashes of addresses that had a trial (docs/billing.md#trial). */
export const createTrialsRepository = (db: Db) => ({
  /** @returns false when the mailbox had a trial within 24 months. */
  async give({ mailbox, former }: TrialHash): Promise<boolean> {
    const given = await db.$executeRaw`
      INSERT INTO trial_addresses AS known (hash)
      SELECT ${mailbox} WHERE NOT EXISTS (
        SELECT 1 FROM trial_addresses WHERE hash = ANY(${former}) AND given_at >= now() - interval '24 months')
      ON CONFLICT (hash) DO UPDATE SET given_at = now() WHERE known.given_at < now() - interval '24 months'`;
    return given > 0;
  },

  /** Stores whose trial it is. */
  async setHolder({ mailbox }: TrialHash, userId: number): Promise<void> {
    await db.trialAddress.updateMany({ where: { hash: mailbox }, data: { userId } });
  },

  /**
   * Moves what is left of the mailbox's trial to the user, when its holder has neither proven an address of this
   * mailbox nor chosen a plan. The holder's trial ends now, and the user's ends when the holder's would have. Does nothing for a user
   * who had a trial. Call this function under a lock of the user.
   * @returns the former holder, or null.
   */
  async moveTo(userId: number, email: string, hash: (email: string) => TrialHash): Promise<number | null> {
    const { mailbox } = hash(email);
    const [trial] = await db.$queryRaw<{ holder: number }[]>`
      SELECT user_id AS holder FROM trial_addresses
       WHERE hash = ${mailbox} AND user_id <> ${userId}
         AND EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND trial_ends_at IS NULL)`;
    if (!trial) return null;
    const { holder } = trial;
    const [held] = await db.$queryRaw<{ end: Date; proven: string[] }[]>`
      SELECT trial_ends_at AS end,
             ARRAY(SELECT users.email::text WHERE email_verified_at IS NOT NULL
                   UNION ALL SELECT previous.email::text FROM previous_emails AS previous
                              WHERE previous.user_id = users.id) AS proven
        FROM users WHERE id = ${holder} AND trial_ends_at > now() AND pricing_id IS NULL FOR NO KEY UPDATE`;
    if (!held || held.proven.some((address) => hash(address).mailbox === mailbox)) return null;
    const { count } = await db.trialAddress.updateMany({
      where: { hash: mailbox, userId: holder },
      data: { userId },
    });
    // Another proof took the trial while this one waited for the lock.
    if (count === 0) return null;
    await db.user.updateMany({ where: { id: holder }, data: { trialEndsAt: new Date() } });
    await db.user.updateMany({ where: { id: userId }, data: { trialEndsAt: held.end } });
    return holder;
  },

  /**
   * Stores the hash of another address of a user who had a trial: of each new address, and of the last address when
   * the account is deleted.
   */
  async remember({ mailbox }: TrialHash): Promise<void> {
    await db.trialAddress.createMany({ data: [{ hash: mailbox }], skipDuplicates: true });
  },
});

export type TrialsRepository = ReturnType<typeof createTrialsRepository>;

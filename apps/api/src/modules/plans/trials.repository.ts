import type { TrialHash } from '#src/core/secrets.ts';
import type { Db } from '#src/data/database.ts';

/** Stores keyed hashes of addresses that had a trial (docs/billing.md#trial). */
export const createTrialsRepository = (db: Db) => ({
  /** @returns false when the mailbox had a trial within 24 months. */
  async give({ mailbox, asWritten }: TrialHash): Promise<boolean> {
    const given = await db.$executeRaw`
      INSERT INTO trial_addresses AS known (hash)
      SELECT ${mailbox} WHERE NOT EXISTS (
        SELECT 1 FROM trial_addresses WHERE hash = ${asWritten} AND given_at >= now() - interval '24 months')
      ON CONFLICT (hash) DO UPDATE SET given_at = now() WHERE known.given_at < now() - interval '24 months'`;
    return given > 0;
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

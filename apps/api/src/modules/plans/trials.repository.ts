import type { Db } from '#src/data/database.ts';

/** Stores keyed hashes of addresses that had a trial (docs/billing.md#trial). */
export const createTrialsRepository = (db: Db) => ({
  /** @returns false when the address had a trial within 24 months. */
  async give(hash: string): Promise<boolean> {
    const given = await db.$executeRaw`
      INSERT INTO trial_addresses AS known (hash) VALUES (${hash})
      ON CONFLICT (hash) DO UPDATE SET given_at = now() WHERE known.given_at < now() - interval '24 months'`;
    return given > 0;
  },

  /**
   * Stores the hash of the last address when an account that had a trial is deleted. The user may have changed
   * the address after the start of the trial.
   */
  async remember(hash: string): Promise<void> {
    await db.trialAddress.createMany({ data: [{ hash }], skipDuplicates: true });
  },
});

export type TrialsRepository = ReturnType<typeof createTrialsRepository>;

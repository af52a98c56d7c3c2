import type { Db } from '#src/data/database.ts';

/** Number of expired proofs that each call of `use` deletes. Each call inserts one proof, so the table shrinks. */
const SWEEP = 20;

export const createProofsRepository = (db: Db) => ({
  /** Marks a bot check proof as used. Returns false when the proof was used before. */
  async use(proofHash: string, expiresAt: Date): Promise<boolean> {
    const used = await db.$executeRaw`
      WITH swept AS (
        DELETE FROM bot_check_proofs WHERE proof_hash IN (
          SELECT proof_hash FROM bot_check_proofs WHERE expires_at < now() - interval '1 minute'
           LIMIT ${SWEEP} FOR UPDATE SKIP LOCKED))
      INSERT INTO bot_check_proofs (proof_hash, expires_at) VALUES (${proofHash}, ${expiresAt})
      ON CONFLICT (proof_hash) DO NOTHING`;
    return used === 1;
  },
});

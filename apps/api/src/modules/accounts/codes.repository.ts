import { DELETION_CODE_ATTEMPTS } from '@marquee/contracts';
import type { Db } from '#src/database.ts';

interface Kept {
  userId: number;
  hash: string;
  expiresAt: Date;
}

/** Reset tokens and deletion codes: hashed, one live of each per person, good once. */
export const createCodesRepository = (db: Db) => ({
  /** Replaces the token that was live before. */
  async saveReset({ userId, hash, expiresAt }: Kept): Promise<void> {
    const row = { tokenHash: hash, expiresAt, createdAt: new Date() };
    await db.passwordReset.upsert({ where: { userId }, create: { userId, ...row }, update: row });
  },

  findReset: (tokenHash: string) =>
    db.passwordReset.findUnique({ where: { tokenHash }, select: { userId: true, expiresAt: true } }),

  /** False when the token was used or replaced meanwhile. */
  async takeReset(tokenHash: string): Promise<boolean> {
    return (await db.passwordReset.deleteMany({ where: { tokenHash } })).count === 1;
  },

  /** Replaces the code that was live before, with all its attempts again. */
  async saveDeletionCode({ userId, hash, expiresAt }: Kept): Promise<void> {
    const row = { codeHash: hash, expiresAt, attempts: 0, createdAt: new Date() };
    await db.deletionCode.upsert({ where: { userId }, create: { userId, ...row }, update: row });
  },

  /**
   * The live code's hash, at the price of one attempt; null when there is none left. Counting before comparing
   * lets no number of simultaneous guesses exceed the limit.
   */
  async spendDeletionAttempt(userId: number): Promise<string | null> {
    const [code] = await db.$queryRaw<{ code_hash: string }[]>`
      UPDATE deletion_codes SET attempts = attempts + 1
       WHERE user_id = ${userId} AND attempts < ${DELETION_CODE_ATTEMPTS} AND expires_at > now()
      RETURNING code_hash`;
    return code?.code_hash ?? null;
  },
});

export type CodesRepository = ReturnType<typeof createCodesRepository>;

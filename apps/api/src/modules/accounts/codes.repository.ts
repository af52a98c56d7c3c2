import { DELETION_CODE_ATTEMPTS } from '@marquee/contracts';
import type { Db } from '#src/data/database.ts';

interface NewSecret {
  userId: number;
  hash: string;
  expiresAt: Date;
}

/** Reset tokens and deletion codes: hashed, one valid code of each kind per user, for one use. */
export const createCodesRepository = (db: Db) => ({
  /** Replaces the previous token. */
  async saveReset({ userId, hash, expiresAt }: NewSecret): Promise<void> {
    const row = { tokenHash: hash, expiresAt, createdAt: new Date() };
    await db.passwordReset.upsert({ where: { userId }, create: { userId, ...row }, update: row });
  },

  findReset: (tokenHash: string) =>
    db.passwordReset.findUnique({ where: { tokenHash }, select: { userId: true, expiresAt: true } }),

  /** False when the token was used or replaced before. */
  async takeReset(tokenHash: string): Promise<boolean> {
    return (await db.passwordReset.deleteMany({ where: { tokenHash } })).count === 1;
  },

  /** Replaces the previous code and resets its attempts. */
  async saveDeletionCode({ userId, hash, expiresAt }: NewSecret): Promise<void> {
    const row = { codeHash: hash, expiresAt, attempts: 0, createdAt: new Date() };
    await db.deletionCode.upsert({ where: { userId }, create: { userId, ...row }, update: row });
  },

  /**
   * Counts one attempt and returns the hash of the valid code; null when no attempt is left. Counting before
   * comparing keeps simultaneous guesses within the limit.
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

import { DELETION_CODE_ATTEMPTS } from '@marquee/contracts';
import type { EmailCodePurpose } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';

interface NewSecret {
  userId: number;
  hash: string;
  expiresAt: Date;
}

interface NewEmailCode extends NewSecret {
  purpose: EmailCodePurpose;
  email: string;
}

/** Stores reset tokens, deletion codes and email codes as hashes. A token or code works once. */
export const createCodesRepository = (db: Db) => ({
  /** Stores a reset token, which replaces the previous token of the user. */
  async saveReset({ userId, hash, expiresAt }: NewSecret): Promise<void> {
    const row = { tokenHash: hash, expiresAt, createdAt: new Date() };
    await db.passwordReset.upsert({ where: { userId }, create: { userId, ...row }, update: row });
  },

  findReset: (tokenHash: string) =>
    db.passwordReset.findUnique({ where: { tokenHash }, select: { userId: true, expiresAt: true } }),

  async hasLiveReset(userId: number): Promise<boolean> {
    return (await db.passwordReset.count({ where: { userId, expiresAt: { gt: new Date() } } })) > 0;
  },

  /** Deletes the token. Returns false when the token was used or replaced before. */
  async takeReset(tokenHash: string): Promise<boolean> {
    return (await db.passwordReset.deleteMany({ where: { tokenHash } })).count === 1;
  },

  /** Stores a code, which replaces the code of the same user, purpose and address. */
  async saveEmailCode({ userId, hash, purpose, email, expiresAt }: NewEmailCode): Promise<void> {
    const row = { codeHash: hash, expiresAt, createdAt: new Date() };
    await db.emailCode.upsert({
      where: { userId_purpose_email: { userId, purpose, email } },
      create: { userId, purpose, email, ...row },
      update: row,
    });
  },

  /** Returns the user and the address of a code, or null when the code is unknown, used or expired. */
  findEmailCode: (codeHash: string, use: 'confirm' | 'restore') =>
    db.emailCode.findFirst({
      where: {
        codeHash,
        purpose: { in: use === 'confirm' ? ['confirm'] : ['restore', 'restore_confirmed'] },
        expiresAt: { gt: new Date() },
      },
      select: { userId: true, email: true },
    }),

  /** Deletes the code. Returns false when the code was used or replaced before. */
  async takeEmailCode(codeHash: string): Promise<boolean> {
    return (await db.emailCode.deleteMany({ where: { codeHash } })).count === 1;
  },

  /**
   * Deletes the user's codes that have this purpose. With `except`, deletes all codes that were mailed to
   * other addresses.
   */
  async deleteEmailCodes(
    userId: number,
    which: { purpose: EmailCodePurpose } | { except: string },
  ): Promise<void> {
    const where = 'purpose' in which ? { purpose: which.purpose } : { NOT: { email: which.except } };
    await db.emailCode.deleteMany({ where: { userId, ...where } });
  },

  /** Deletes the confirm codes that were mailed to another address than the current address of the user. */
  async deleteConfirmCodesElsewhere(userId: number): Promise<void> {
    await db.$executeRaw`
      DELETE FROM email_codes AS code USING users
       WHERE users.id = ${userId} AND code.user_id = users.id AND code.purpose = 'confirm'
         AND code.email <> users.email`;
  },

  /** Invalidates the reset link and the deletion code of the user. */
  async deleteAccountCodes(userId: number): Promise<void> {
    await db.passwordReset.deleteMany({ where: { userId } });
    await db.deletionCode.deleteMany({ where: { userId } });
  },

  /** Stores a deletion code, which replaces the previous code of the user. Every client gets new attempts. */
  async saveDeletionCode({ userId, hash, expiresAt }: NewSecret): Promise<void> {
    await db.deletionCode.deleteMany({ where: { userId } });
    await db.deletionCode.create({ data: { userId, codeHash: hash, expiresAt }, select: { userId: true } });
  },

  /**
   * Counts one attempt of the client. Call this function before the comparison, so that simultaneous guesses cannot
   * exceed the limit.
   * @returns the hash of the code, or null when the code is expired or the client has no attempt left.
   */
  async spendDeletionAttempt(userId: number, client: string): Promise<string | null> {
    const [code] = await db.$queryRaw<{ codeHash: string }[]>`
      WITH code AS (
        SELECT user_id, code_hash FROM deletion_codes WHERE user_id = ${userId} AND expires_at > now()),
      spent AS (
        INSERT INTO deletion_attempts AS tried (user_id, client) SELECT user_id, ${client} FROM code
        ON CONFLICT (user_id, client) DO UPDATE SET attempts = tried.attempts + 1
          WHERE tried.attempts < ${DELETION_CODE_ATTEMPTS}
        RETURNING user_id)
      SELECT code_hash AS "codeHash" FROM code JOIN spent USING (user_id)`;
    return code?.codeHash ?? null;
  },
});

export type CodesRepository = ReturnType<typeof createCodesRepository>;

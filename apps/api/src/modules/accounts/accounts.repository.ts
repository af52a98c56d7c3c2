import { MESSAGES } from '@marquee/contracts';
import { Prisma } from '@marquee/prisma';
import { AppError, fieldError } from '#src/core/errors.ts';
import { type Db, isUniqueViolation } from '#src/data/database.ts';
import { RENEWING } from '#src/modules/plans/access.ts';

const withSubscription = {
  preferences: true,
  plan: { select: { planId: true, name: true } },
  pricing: { select: { priceId: true, isRecurring: true } },
  referralSource: { select: { userId: true } },
  _count: { select: { ratings: true } },
} satisfies Prisma.UserInclude;

/** The columns that users may change themselves. */
export type UserChanges = Pick<
  Prisma.UserUncheckedUpdateInput,
  | 'firstName'
  | 'lastName'
  | 'phoneNumber'
  | 'gender'
  | 'birthdate'
  | 'criticalRatingSource'
  | 'addTagsWhileRating'
  | 'unavailableTitles'
  | 'hideSpoilers'
  | 'notifySharedList'
  | 'notifyAddedMediumToList'
  | 'notifyRemovedMediumFromList'
  | 'notifyDeletedList'
  | 'notifyAcceptedList'
  | 'notifyRateMovieWatched'
  | 'digestNews'
  | 'newsUnsubscribed'
  | 'digestLeavingSoon'
  | 'digestNewOnServices'
  | 'pushEpisode'
  | 'pushSaved'
  | 'pushInvitation'
  | 'pushRound'
  | 'monthlyExport'
  | 'quietFrom'
  | 'quietTo'
  | 'country'
  | 'timeZone'
>;

interface NewUser {
  email: string;
  displayName: string;
  passwordHash: string;
  emailVerifiedAt: Date | null;
  trialEndsAt: Date | null;
}

interface LockedUser {
  email: string;
  emailVerifiedAt: Date | null;
  trialEndsAt: Date | null;
  tokenVersion: number;
  /** Null also when the pending change has ended. */
  pendingEmail: string | null;
  pendingEmailUntil: Date | null;
}

/** Whether a user has asked for another address, which nobody else has or can restore, and has not proven the present one. */
const LEAVING = Prisma.sql`(users.email_verified_at IS NULL AND COALESCE(users.pending_email_until > now(), false)
  AND NOT EXISTS (SELECT 1 FROM users AS other WHERE other.email = users.pending_email)
  AND NOT EXISTS (SELECT 1 FROM email_codes AS code
                   WHERE code.email = users.pending_email AND code.purpose <> 'confirm' AND code.expires_at > now()
                     AND code.user_id <> users.id))`;

/** Turns the violation of a unique constraint into a field error. The columns ignore upper and lower case (citext). */
async function refuseTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error, 'email')) throw fieldError('email', MESSAGES.emailTaken);
    if (isUniqueViolation(error, 'display_name')) throw fieldError('display_name', MESSAGES.displayNameTaken);
    throw error;
  }
}

/** Accounts. The trigger `users_notify` tells every process whose access and taste to read again. */
export const createAccountsRepository = (db: Db) => ({
  async get(userId: number) {
    const user = await db.user.findUnique({ where: { id: userId }, include: withSubscription });
    // The user was deleted after the token was checked.
    if (!user) throw new AppError('unauthorized');
    const isPending = user.pendingEmailUntil !== null && user.pendingEmailUntil > new Date();
    return { ...user, pendingEmail: isPending ? user.pendingEmail : null };
  },

  findByEmail: (email: string) =>
    db.user.findUnique({
      where: { email },
      select: {
        id: true,
        displayName: true,
        passwordHash: true,
        tokenVersion: true,
        disabledAt: true,
        emailVerifiedAt: true,
        signedInAt: true,
        createdAt: true,
      },
    }),

  /** Stores that the user has signed in, unless that is stored. */
  async noteSignIn(userId: number): Promise<void> {
    await db.user.updateMany({ where: { id: userId, signedInAt: null }, data: { signedInAt: new Date() } });
  },

  async getPasswordHash(userId: number): Promise<string> {
    const user = await db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
    if (!user) throw new AppError('unauthorized');
    return user.passwordHash;
  },

  /**
   * Returns whether another user has the address, or can restore the address with a restore link. A user who has not
   * proven the address and asked for another one does not hold it (`freeEmail`).
   */
  async isEmailTaken(email: string, exceptUserId = 0): Promise<boolean> {
    const [row] = await db.$queryRaw<{ taken: boolean }[]>`
      SELECT EXISTS (SELECT 1 FROM users WHERE email = ${email}::citext AND id <> ${exceptUserId} AND NOT ${LEAVING})
          OR EXISTS (SELECT 1 FROM email_codes
                      WHERE email = ${email}::citext AND purpose <> 'confirm' AND expires_at > now()
                        AND user_id <> ${exceptUserId}) AS taken`;
    return row?.taken ?? false;
  },

  /** Returns the time zone (IANA) in which the user's days begin, or null for UTC. */
  async findTimeZone(userId: number): Promise<string | null> {
    const user = await db.user.findUnique({ where: { id: userId }, select: { timeZone: true } });
    return user?.timeZone ?? null;
  },

  async isDisplayNameTaken(displayName: string): Promise<boolean> {
    return (await db.user.count({ where: { displayName } })) > 0;
  },

  /**
   * Frees an unproven address that another person wants to use. The user who has it asked for another address before, and
   * gets that address now. The links in earlier mails end, because they would prove the new address.
   */
  async freeEmail(email: string): Promise<void> {
    const moved = await refuseTaken(
      db.$queryRaw<{ id: number }[]>`
        UPDATE users SET email = pending_email, pending_email = NULL, pending_email_until = NULL, updated_at = now()
         WHERE email = ${email}::citext AND ${LEAVING} RETURNING id`,
    );
    // In statements of their own, which see the links that were stored while the first waited for the row.
    const where = { userId: { in: moved.map(({ id }) => id) } };
    await db.passwordReset.deleteMany({ where });
    await db.deletionCode.deleteMany({ where });
  },

  create: (user: NewUser): Promise<{ id: number; tokenVersion: number }> =>
    refuseTaken(db.user.create({ data: user, select: { id: true, tokenVersion: true } })),

  /** Locks the user's row until the transaction ends, which serializes changes of one user. */
  async lock(userId: number): Promise<LockedUser> {
    const [user] = await db.$queryRaw<LockedUser[]>`
      SELECT email::text, email_verified_at AS "emailVerifiedAt", trial_ends_at AS "trialEndsAt",
             token_version AS "tokenVersion",
             CASE WHEN pending_email_until > now() THEN pending_email::text END AS "pendingEmail",
             pending_email_until AS "pendingEmailUntil"
        FROM users WHERE id = ${userId} FOR UPDATE`;
    if (!user) throw new AppError('unauthorized');
    return user;
  },

  async update(userId: number, changes: UserChanges): Promise<void> {
    const { count } = await refuseTaken(db.user.updateMany({ where: { id: userId }, data: changes }));
    if (count === 0) throw new AppError('unauthorized');
  },

  /** Stores an address that waits for its confirmation. After `until` it has no effect. */
  async setPendingEmail(userId: number, pendingEmail: string, until: Date): Promise<void> {
    const data = { pendingEmail, pendingEmailUntil: until };
    await db.user.update({ where: { id: userId }, data, select: { id: true } });
  },

  async clearPendingEmail(userId: number): Promise<void> {
    const data = { pendingEmail: null, pendingEmailUntil: null };
    await db.user.updateMany({ where: { id: userId }, data });
  },

  /** Sets a proven address. A trigger assigns the open invitations of the address to the user. */
  async setEmail(userId: number, email: string): Promise<void> {
    const data = { email, emailVerifiedAt: new Date(), pendingEmail: null, pendingEmailUntil: null };
    await refuseTaken(db.user.update({ where: { id: userId }, data, select: { id: true } }));
  },

  /** Marks the address as proven. Returns it, or null when it was proven before. */
  async proveEmail(userId: number): Promise<string | null> {
    const [proven] = await db.user.updateManyAndReturn({
      where: { id: userId, emailVerifiedAt: null },
      data: { emailVerifiedAt: new Date() },
      select: { email: true },
    });
    return proven?.email ?? null;
  },

  /** Returns whether a logout ended the token. While the user is locked, no logout of the user begins. */
  async isTokenEnded(tokenHash: string): Promise<boolean> {
    return (await db.endedToken.count({ where: { tokenHash } })) > 0;
  },

  /** Ends one access token, and pushes to the browser of its session. */
  async endToken(userId: number, tokenHash: string, expiresAt: Date): Promise<void> {
    await db.endedToken.createMany({ data: [{ userId, tokenHash, expiresAt }], skipDuplicates: true });
    await db.pushSubscription.deleteMany({ where: { userId, tokenHash } });
  },

  /**
   * Ends every access token of the user, the personal keys, pushes and the address for the media server. Someone with a stolen token
   * may have read that address, and could still report views to it.
   */
  async endEveryToken(userId: number): Promise<void> {
    await db.user.update({
      where: { id: userId },
      data: { tokenVersion: { increment: 1 } },
      select: { id: true },
    });
    await db.watchHook.deleteMany({ where: { userId } });
    await db.personalKey.deleteMany({ where: { userId } });
    await db.pushSubscription.deleteMany({ where: { userId } });
  },

  /** Stores that the user of the token confirmed the password. */
  async confirmToken(userId: number, tokenHash: string, expiresAt: Date): Promise<void> {
    const row = { userId, expiresAt };
    await db.passwordConfirmation.upsert({
      where: { tokenHash },
      create: { tokenHash, ...row },
      update: row,
      select: { userId: true },
    });
  },

  async isTokenConfirmed(tokenHash: string): Promise<boolean> {
    return (await db.passwordConfirmation.count({ where: { tokenHash, expiresAt: { gt: new Date() } } })) > 0;
  },

  /** Raises the sign-up step. A step below the stored step changes nothing. */
  async raiseSignupStep(userId: number, step: number): Promise<void> {
    await db.user.updateMany({ where: { id: userId, signupStep: { lt: step } }, data: { signupStep: step } });
  },

  /** Sets a password. Every older token ends. */
  async changePassword(userId: number, passwordHash: string): Promise<void> {
    await db.user.update({ where: { id: userId }, data: { passwordHash }, select: { id: true } });
    await this.endEveryToken(userId);
  },

  /**
   * Deletes the user and, by foreign keys, everything that belongs to the user. Titles that the user added to
   * other users' lists stay.
   * @returns columns of the deleted user, and the store subscriptions that still renew.
   */
  async delete(userId: number) {
    return db.user.delete({
      where: { id: userId },
      select: {
        email: true,
        emailVerifiedAt: true,
        trialEndsAt: true,
        stripeCustomerId: true,
        storeSubscriptionId: true,
        storeSubscriptions: {
          where: RENEWING,
          select: { processor: true },
        },
      },
    });
  },

  saveReferralSource: (userId: number, referralSource: number, details: string | null) =>
    db.referralSource.upsert({
      where: { userId },
      create: { userId, referralSource, details },
      update: { referralSource, details },
    }),
});

export type AccountsRepository = ReturnType<typeof createAccountsRepository>;
export type UserRow = Awaited<ReturnType<AccountsRepository['get']>>;

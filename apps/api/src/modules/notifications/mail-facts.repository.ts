import type { Db } from '#src/database.ts';

const PERSON = {
  id: true,
  email: true,
  displayName: true,
  disabledAt: true,
  trialEndsAt: true,
  planId: true,
  subscriptionProcessor: true,
  subscriptionStatus: true,
  currentPeriodEnd: true,
  cancelAtPeriodEnd: true,
  pricing: { select: { isRecurring: true } },
  notifySharedList: true,
  notifyAddedMediumToList: true,
  notifyRemovedMediumFromList: true,
  notifyDeletedList: true,
  notifyAcceptedList: true,
  notifyRateMovieWatched: true,
} as const;

/**
 * The read model of mails: what a message says, as it is when it is sent. It reads across modules, as the
 * members cache does, and writes nothing.
 */
export const createMailFactsRepository = (db: Db) => ({
  findPerson(userId: number) {
    return db.user.findUnique({ where: { id: userId }, select: PERSON });
  },

  findPersonByEmail(email: string) {
    return db.user.findUnique({ where: { email }, select: PERSON });
  },

  /** Whether the reset token with this hash is still the person's live one. */
  async hasLiveReset(userId: number, tokenHash: string): Promise<boolean> {
    const where = { userId, tokenHash, expiresAt: { gt: new Date() } };
    return (await db.passwordReset.count({ where })) > 0;
  },

  /** Whether the deletion code with this hash is still the person's live one. */
  async hasLiveDeletionCode(userId: number, codeHash: string): Promise<boolean> {
    const where = { userId, codeHash, expiresAt: { gt: new Date() } };
    return (await db.deletionCode.count({ where })) > 0;
  },

  findShare(shareId: number) {
    return db.userListShare.findUnique({
      where: { id: shareId },
      select: {
        email: true,
        userId: true,
        code: true,
        state: true,
        expiresAt: true,
        invitedBy: { select: { displayName: true } },
        user: { select: { displayName: true } },
        list: {
          select: {
            id: true,
            name: true,
            mediaCount: true,
            ownerId: true,
            owner: { select: { displayName: true } },
          },
        },
      },
    });
  },

  /** The list and everyone who reads it: the owner and all who accepted. */
  findList(listId: number) {
    return db.userList.findUnique({
      where: { id: listId },
      select: {
        id: true,
        name: true,
        ownerId: true,
        shares: {
          where: { state: 'accepted', userId: { not: null } },
          select: { userId: true },
          orderBy: { id: 'asc' },
        },
      },
    });
  },

  /** Titles by id; the order is the caller's business. */
  listTitles(ids: number[]) {
    return db.medium.findMany({
      where: { id: { in: ids } },
      select: { id: true, title: true, type: true, releaseYear: true },
    });
  },

  listDisplayNames(userIds: number[]) {
    return db.user.findMany({ where: { id: { in: userIds } }, select: { id: true, displayName: true } });
  },

  /** Which of these titles the person has rated by now. */
  async listRatedIds(userId: number, mediumIds: number[]): Promise<number[]> {
    const rows = await db.userMediumRating.findMany({
      where: { userId, mediumId: { in: mediumIds } },
      select: { mediumId: true },
    });
    return rows.map((row) => row.mediumId);
  },

  findFeedback(id: number) {
    return db.feedback.findUnique({
      where: { id },
      select: { content: true, user: { select: { id: true, email: true, displayName: true } } },
    });
  },

  findContactMessage(id: number) {
    return db.contactMessage.findUnique({
      where: { id },
      select: { email: true, subject: true, message: true, userId: true },
    });
  },
});

export type MailFactsRepository = ReturnType<typeof createMailFactsRepository>;
export type Person = NonNullable<Awaited<ReturnType<MailFactsRepository['findPerson']>>>;

import type { Db } from '#src/data/database.ts';
import { RENEWING } from '#src/modules/plans/access.ts';
import { OWN_OFFERS } from '#src/titles/own-offers.repository.ts';
import type { Store } from './stores.ts';

const MAIL_USER = {
  id: true,
  email: true,
  displayName: true,
  timeZone: true,
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
  digestNews: true,
  monthlyExport: true,
  newsUnsubscribed: true,
} as const;

interface OwnOffer {
  id: number;
  provider: string;
  leavingOn: string | null;
}

/** Reads the facts for mails at the time of sending, from tables of several modules. Writes nothing. */
export const createMailFactsRepository = (db: Db) => ({
  findUser(userId: number) {
    return db.user.findUnique({ where: { id: userId }, select: MAIL_USER });
  },

  findUserByEmail(email: string) {
    return db.user.findUnique({ where: { email }, select: MAIL_USER });
  },

  /** Returns whether the reset token with this hash is valid. */
  async hasLiveReset(userId: number, tokenHash: string): Promise<boolean> {
    const where = { userId, tokenHash, expiresAt: { gt: new Date() } };
    return (await db.passwordReset.count({ where })) > 0;
  },

  /** Returns the address that a code belongs to. Null when the code was used, was replaced or has expired. */
  async findCodeAddress(userId: number, codeHash: string): Promise<string | null> {
    const code = await db.emailCode.findFirst({
      where: { userId, codeHash, expiresAt: { gt: new Date() } },
      select: { email: true },
    });
    return code?.email ?? null;
  },

  /** Returns whether the deletion code with this hash is valid. */
  async hasLiveDeletionCode(userId: number, codeHash: string): Promise<boolean> {
    const where = { userId, codeHash, expiresAt: { gt: new Date() } };
    return (await db.deletionCode.count({ where })) > 0;
  },

  /** Returns the stores in which a subscription of the user still renews. */
  async listRenewingStores(userId: number): Promise<Store[]> {
    const rows = await db.storeSubscription.findMany({
      where: { userId, ...RENEWING },
      select: { processor: true },
      distinct: ['processor'],
      orderBy: { processor: 'asc' },
    });
    return rows.flatMap(({ processor }) => (processor === 'stripe' ? [] : [processor]));
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
        user: { select: { displayName: true, emailVerifiedAt: true } },
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

  /** Returns an open round to which the user is invited. Null once the user joined or the round ended. */
  async findRoundInvitation(roundId: number, userId: number) {
    const round = await db.round.findFirst({
      where: {
        id: roundId,
        state: { not: 'ended' },
        expiresAt: { gt: new Date() },
        invitations: { some: { userId } },
      },
      select: {
        code: true,
        members: { where: { isHost: true }, select: { user: { select: { displayName: true } } } },
      },
    });
    const host = round?.members[0]?.user;
    return round && host ? { code: round.code, hostName: host.displayName } : null;
  },

  /** Returns the list with its owner and its members. */
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

  /** Returns titles by their ids, unordered. */
  listTitles(ids: number[]) {
    return db.medium.findMany({
      where: { id: { in: ids } },
      select: { id: true, title: true, type: true, releaseYear: true, overview: true },
    });
  },

  /** Returns the included offers of these titles on the user's providers. */
  listOwnOffers(userId: number, mediumIds: number[]): Promise<OwnOffer[]> {
    return db.$queryRaw<OwnOffer[]>`
      SELECT o.id, p.name AS provider, to_char(o.leaving_on, 'YYYY-MM-DD') AS "leavingOn"
        FROM users u ${OWN_OFFERS}
        JOIN medium_providers p ON p.id = o.provider_id
       WHERE u.id = ${userId} AND o.medium_id = ANY (${mediumIds}::int[])`;
  },

  listDisplayNames(userIds: number[]) {
    return db.user.findMany({ where: { id: { in: userIds } }, select: { id: true, displayName: true } });
  },

  /** Returns the ids of the given titles that the user has rated. */
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
export type MailUser = NonNullable<Awaited<ReturnType<MailFactsRepository['findUser']>>>;

import type { Db } from '#src/data/database.ts';

/** Reads and changes accounts for operators (`pnpm marquee users`, `pnpm marquee retention`). */
export const createOperatorsRepository = (db: Db) => ({
  /** Finds a user by id or by address. Returns null when there is no such user. */
  findUser: (who: { id: number } | { email: string }) =>
    db.user.findUnique({
      where: who,
      select: {
        id: true,
        email: true,
        emailVerifiedAt: true,
        displayName: true,
        createdAt: true,
        disabledAt: true,
        trialEndsAt: true,
        plan: { select: { planId: true } },
        subscriptionProcessor: true,
        subscriptionStatus: true,
        _count: { select: { ratings: true, lists: true, interactions: true, outboxMessages: true } },
      },
    }),

  /**
   * Disables a user, or enables a user with `null`. A disabled user keeps all data, cannot log in, and gets 403
   * with earlier tokens.
   */
  async setDisabled(userId: number, disabledAt: Date | null): Promise<void> {
    await db.user.update({ where: { id: userId }, data: { disabledAt }, select: { id: true } });
  },

  /** Sets the time when access without a plan ends. A time in the past ends the trial. */
  async setTrialEnd(userId: number, trialEndsAt: Date): Promise<void> {
    await db.user.update({ where: { id: userId }, data: { trialEndsAt }, select: { id: true } });
  },

  /**
   * Returns the last id of a page of `limit` users, which begins after the user id `after`. Returns null when
   * no user has a greater id.
   */
  async findLastOfPage(after: number, limit: number): Promise<number | null> {
    const [row] = await db.$queryRaw<{ last: number | null }[]>`
      SELECT max(id) AS last FROM (SELECT id FROM users WHERE id > ${after} ORDER BY id LIMIT ${limit}) AS page`;
    return row?.last ?? null;
  },

  async getLastUserId(): Promise<number> {
    const { _max } = await db.user.aggregate({ _max: { id: true } });
    return _max.id ?? 0;
  },

  /** Counts viewing information that is older than `before`, for a range of users. */
  countViewing: (range: UserRange) => readViewing(db, range, 'count'),
  deleteViewing: (range: UserRange) => readViewing(db, range, 'delete'),
});

export interface UserRange {
  /** Lower bound of the user ids, not included. */
  after: number;
  /** Upper bound of the user ids, included. */
  last: number;
  before: Date;
}

export const VIEWING_KINDS = [
  'ratings',
  'views',
  'episodes',
  'hidden titles',
  'followed links',
  'list entries',
] as const;
export type ViewingCounts = Record<(typeof VIEWING_KINDS)[number], number>;

/**
 * Counts or deletes viewing information. Each statement covers a range of user ids, because the indexes begin
 * with the user id.
 */
async function readViewing(
  db: Db,
  { after, last, before }: UserRange,
  what: 'count' | 'delete',
): Promise<ViewingCounts> {
  const ofRange = { userId: { gt: after, lte: last } };
  // Imported rows have the dates of the file, and after the undo time nothing identifies them as imported. So
  // a user with an import since `before` keeps all rows that an import can write.
  const user = {
    imports: { none: { state: { in: ['applying', 'applied', 'undoing'] }, createdAt: { gte: before } } },
  };
  const ratings = { ...ofRange, user, updatedAt: { lt: before } };
  const created = { ...ofRange, user, createdAt: { lt: before } };
  const marked = { ...ofRange, user, markedAt: { lt: before } };
  const interactions = { ...ofRange, createdAt: { lt: before } };
  const entries = { list: { ownerId: ofRange.userId, owner: user }, createdAt: { lt: before } };
  if (what === 'count')
    return {
      ratings: await db.userMediumRating.count({ where: ratings }),
      views: await db.userMediumSeen.count({ where: created }),
      episodes: await db.userEpisode.count({ where: marked }),
      'hidden titles': await db.userMediumHidden.count({ where: created }),
      'followed links': await db.userInteraction.count({ where: interactions }),
      'list entries': await db.userListMedium.count({ where: entries }),
    };
  return {
    ratings: (await db.userMediumRating.deleteMany({ where: ratings })).count,
    views: (await db.userMediumSeen.deleteMany({ where: created })).count,
    episodes: (await db.userEpisode.deleteMany({ where: marked })).count,
    'hidden titles': (await db.userMediumHidden.deleteMany({ where: created })).count,
    'followed links': (await db.userInteraction.deleteMany({ where: interactions })).count,
    'list entries': (await db.userListMedium.deleteMany({ where: entries })).count,
  };
}

export type OperatorsRepository = ReturnType<typeof createOperatorsRepository>;

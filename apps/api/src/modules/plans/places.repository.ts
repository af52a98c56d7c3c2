import type { Db } from '#src/data/database.ts';

/** Reads and writes the places of limited plans. */
export const createPlacesRepository = (db: Db) => ({
  countTaken: (planId: number) => db.planPlace.count({ where: { planId } }),

  /** Returns the present addresses of other users with a place, where the mailbox is not stored. */
  async listWithoutMailbox(planId: number, userId: number): Promise<string[]> {
    const places = await db.planPlace.findMany({
      where: { planId, userId: { not: userId }, mailboxHash: null },
      select: { user: { select: { email: true } } },
    });
    return places.flatMap(({ user }) => (user ? [user.email] : []));
  },

  /** Returns whether another user's place was taken with this mailbox. */
  async isMailboxPlaced(planId: number, userId: number, mailboxHash: string): Promise<boolean> {
    return (await db.planPlace.count({ where: { planId, userId: { not: userId }, mailboxHash } })) > 0;
  },

  /** Stores the mailbox with which the place was taken. A later one of the same user does not replace it. */
  async keepMailbox(planId: number, userId: number, mailboxHash: string): Promise<void> {
    await db.planPlace.updateMany({ where: { planId, userId, mailboxHash: null }, data: { mailboxHash } });
  },

  /**
   * Takes a place under a lock of the plan. A user with a place keeps this place.
   * @param limit number of places; null for no limit.
   * @returns whether the user has a place now.
   */
  async take(planId: number, userId: number, limit: number | null): Promise<boolean> {
    // `NO KEY` lets other transactions write users of this plan at the same time.
    await db.$queryRaw`SELECT 1 FROM plans WHERE id = ${planId} FOR NO KEY UPDATE`;
    const taken = await db.$executeRaw`
      INSERT INTO plan_places (plan_id, user_id)
      SELECT ${planId}::int, ${userId}::int
       WHERE ${limit}::int IS NULL
          OR (SELECT count(*) FROM plan_places WHERE plan_id = ${planId}) < ${limit}::int
          OR EXISTS (SELECT 1 FROM plan_places WHERE plan_id = ${planId} AND user_id = ${userId})
      ON CONFLICT (plan_id, user_id) DO UPDATE SET taken_at = now()`;
    return taken > 0;
  },
});

export type PlacesRepository = ReturnType<typeof createPlacesRepository>;

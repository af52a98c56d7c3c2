import type { Db } from '#src/data/database.ts';

/** Places of limited plans. */
export const createPlacesRepository = (db: Db) => ({
  countTaken: (planId: number) => db.planPlace.count({ where: { planId } }),

  /**
   * Takes a place under a lock of the plan. True also for a user that has a place already.
   * @param limit null: no limit. @returns false when no place is free.
   */
  async take(planId: number, userId: number, limit: number | null): Promise<boolean> {
    // NO KEY allows writes of users that refer to this plan at the same time.
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

import type { Db } from '#src/data/database.ts';

export interface RatedRow {
  mediumId: number;
  rating: number;
  tags: string[];
  updatedAt: Date;
}

/** Reads the ratings of one user with their times and tags. */
export const createRatedRepository = (db: Db) => ({
  /** Returns the user's ratings of the given titles, or of all titles when none are given. */
  list(userId: number, mediumIds?: number[]): Promise<RatedRow[]> {
    return db.userMediumRating.findMany({
      where: { userId, ...(mediumIds && { mediumId: { in: mediumIds } }) },
      select: { mediumId: true, rating: true, tags: true, updatedAt: true },
    });
  },

  /** Returns the ids of titles with a tag, ignoring upper and lower case. */
  async listTagged(userId: number, tag: string): Promise<number[]> {
    const rows = await db.$queryRaw<{ id: number }[]>`
      SELECT medium_id AS id FROM user_medium_ratings
       WHERE user_id = ${userId}
         AND EXISTS (SELECT FROM unnest(tags) AS given WHERE lower(given) = lower(${tag}::text))`;
    return rows.map(({ id }) => id);
  },
});

export type RatedRepository = ReturnType<typeof createRatedRepository>;

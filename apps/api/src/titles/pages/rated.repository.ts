import type { Db } from '#src/data/database.ts';

export interface RatedRow {
  mediumId: number;
  rating: number;
  tags: string[];
  updatedAt: Date;
}

export interface HistoryFilters {
  tag?: string | null | undefined;
  seen?: boolean | undefined;
  importId?: number | null | undefined;
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

  /**
   * Returns the ids of rated titles, and with `seen` of titles seen without a rating, the last one first: only those with
   * the tag, ignoring upper and lower case, and only those that the import rated or marked.
   */
  async listIds(
    userId: number,
    { tag = null, seen = false, importId = null }: HistoryFilters,
  ): Promise<number[]> {
    const rows = await db.$queryRaw<{ id: number }[]>`
      SELECT medium_id AS id FROM (
        SELECT medium_id, updated_at, tags FROM user_medium_ratings WHERE user_id = ${userId}
         UNION ALL
        SELECT medium_id, seen_on::timestamp AT TIME ZONE 'UTC', '{}' FROM user_medium_seen
         WHERE user_id = ${userId} AND ${seen} AND medium_id NOT IN (
           SELECT medium_id FROM user_medium_ratings WHERE user_id = ${userId})) AS known
       WHERE (${tag}::text IS NULL
              OR EXISTS (SELECT FROM unnest(tags) AS given WHERE lower(given) = lower(${tag}::text)))
         AND (${importId}::int IS NULL OR medium_id::text IN (
           SELECT ref FROM user_import_changes
            WHERE user_id = ${userId} AND import_id = ${importId}::int AND kind IN ('rating', 'seen')))
       ORDER BY updated_at DESC NULLS LAST, medium_id`;
    return rows.map(({ id }) => id);
  },
});

export type RatedRepository = ReturnType<typeof createRatedRepository>;

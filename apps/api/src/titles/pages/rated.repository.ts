import type { Db } from '#src/data/database.ts';

export interface RatedRow {
  mediumId: number;
  rating: number;
  tags: string[];
  updatedAt: Date;
}

/** A day on which episodes of a series were seen. */
interface EpisodeDay {
  /** `YYYY-MM-DD` */
  day: string;
  episodes: number;
}

/** So many days of a series are in the history. */
const EPISODE_DAYS = 31;

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
   * Returns the last days on which the user saw episodes of these series, the last one first, each with the number of episodes.
   */
  async listEpisodeDays(userId: number, mediumIds: readonly number[]): Promise<Map<number, EpisodeDay[]>> {
    const rows = await db.$queryRaw<(EpisodeDay & { id: number })[]>`
      SELECT id, day::text AS day, episodes FROM (
        SELECT medium_id AS id, day, count(*)::int AS episodes,
               row_number() OVER (PARTITION BY medium_id ORDER BY day DESC) AS place
          FROM user_episodes, unnest(days) AS day
         WHERE user_id = ${userId} AND medium_id = ANY (${[...mediumIds]}::int[])
         GROUP BY medium_id, day) AS counted
       WHERE place <= ${EPISODE_DAYS} ORDER BY id, day DESC`;
    return new Map(
      [...Map.groupBy(rows, ({ id }) => id)].map(([id, days]) => [
        id,
        days.map(({ day, episodes }) => ({ day, episodes })),
      ]),
    );
  },

  /**
   * Returns the ids of rated titles, and with `seen` of titles seen and series begun without a rating, the last one first: only those with
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
           SELECT medium_id FROM user_medium_ratings WHERE user_id = ${userId})
           AND medium_id NOT IN (SELECT medium_id FROM user_series WHERE user_id = ${userId} AND seen > 0)
         UNION ALL
        SELECT medium_id, last_seen_on::timestamp AT TIME ZONE 'UTC', '{}' FROM user_series
         WHERE user_id = ${userId} AND seen > 0 AND ${seen} AND medium_id NOT IN (
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

import type { Db } from '#src/data/database.ts';

/** Something that the user saw or rated. */
export interface DiaryRow {
  mediumId: number;
  rating: number | null;
  /** The day on which it was seen, or else when it was rated. Null where neither is known. */
  at: Date | null;
}

export const createFeedsRepository = (db: Db) => ({
  /** Returns when each title came into the list, by id of the title. */
  async listAdded(listId: number): Promise<ReadonlyMap<number, Date>> {
    const rows = await db.userListMedium.findMany({
      where: { listId },
      select: { mediumId: true, createdAt: true },
    });
    return new Map(rows.map(({ mediumId, createdAt }) => [mediumId, createdAt]));
  },

  /** Returns what the user saw and rated, the last first. */
  listDiary: (userId: number, limit: number): Promise<DiaryRow[]> =>
    db.$queryRaw<DiaryRow[]>`
      SELECT medium_id AS "mediumId", max(rating)::int AS rating, COALESCE(max(seen_at), max(rated_at)) AS at
        FROM (SELECT medium_id, rating, updated_at AS rated_at, NULL::timestamptz AS seen_at
                FROM user_medium_ratings WHERE user_id = ${userId}
               UNION ALL
              SELECT medium_id, NULL, NULL, seen_on::timestamp AT TIME ZONE 'UTC'
                FROM user_medium_seen WHERE user_id = ${userId}) AS known
       GROUP BY medium_id ORDER BY at DESC NULLS LAST, medium_id LIMIT ${limit}`,

  /** Returns those of the titles that have an id at IMDb, in the order given. */
  listImdb: (mediumIds: readonly number[]): Promise<{ title: string; imdb_id: string }[]> =>
    db.$queryRaw<{ title: string; imdb_id: string }[]>`
      SELECT title, imdb_id
        FROM unnest(${[...mediumIds]}::int[]) WITH ORDINALITY AS wanted (id, place) JOIN media USING (id)
        CROSS JOIN LATERAL (
          SELECT COALESCE(min(value), CASE WHEN external_id ~ '^tt[0-9]+$' THEN external_id END) AS imdb_id
            FROM medium_ids WHERE medium_id = id AND scheme = 'imdb') AS known
       WHERE imdb_id IS NOT NULL ORDER BY place`,
});

export type FeedsRepository = ReturnType<typeof createFeedsRepository>;

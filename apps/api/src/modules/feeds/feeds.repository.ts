import type { Db } from '#src/data/database.ts';

export const createFeedsRepository = (db: Db) => ({
  /** Returns when each title came into the list, by id of the title. */
  async listAdded(listId: number): Promise<ReadonlyMap<number, Date>> {
    const rows = await db.userListMedium.findMany({
      where: { listId },
      select: { mediumId: true, createdAt: true },
    });
    return new Map(rows.map(({ mediumId, createdAt }) => [mediumId, createdAt]));
  },

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

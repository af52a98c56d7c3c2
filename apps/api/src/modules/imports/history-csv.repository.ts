import type { Db } from '#src/data/database.ts';

export interface HistoryRow {
  mediumId: number;
  title: string;
  year: number | null;
  type: 'movie' | 'series';
  externalId: string;
  rating: number | null;
  tags: string[] | null;
  ratedAt: Date | null;
  seenOn: Date | null;
  plays: number | null;
}

const PAGE = 2_000;

/** Reads the titles that a user has rated or seen, in pages. */
export const createHistoryCsvRepository = (db: Db) => ({
  async *pages(userId: number): AsyncGenerator<HistoryRow[]> {
    for (let after = 0; ; ) {
      const rows = await db.$queryRaw<HistoryRow[]>`
        SELECT media.id AS "mediumId", media.title, media.release_year AS year, media.type::text AS type,
               media.external_id AS "externalId", rating.rating, rating.tags, rating.updated_at AS "ratedAt",
               seen.seen_on AS "seenOn", seen.plays
          FROM (SELECT medium_id FROM user_medium_ratings WHERE user_id = ${userId} AND medium_id > ${after}
                 UNION SELECT medium_id FROM user_medium_seen WHERE user_id = ${userId} AND medium_id > ${after}
                 ORDER BY medium_id LIMIT ${PAGE}) AS known
          JOIN media ON media.id = known.medium_id
          LEFT JOIN user_medium_ratings AS rating ON rating.user_id = ${userId} AND rating.medium_id = known.medium_id
          LEFT JOIN user_medium_seen AS seen ON seen.user_id = ${userId} AND seen.medium_id = known.medium_id
         ORDER BY media.id`;
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return;
      after = last.mediumId;
    }
  },
});

export type HistoryCsvRepository = ReturnType<typeof createHistoryCsvRepository>;

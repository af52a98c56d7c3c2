import { FAVORITE_RATING, type NewsKind } from '@marquee/contracts';
import type { Db } from '#src/data/database.ts';
import { NEWS_DAYS } from '#src/titles/offer-rules.ts';
import type { ImportedTitle, SavedTitle, SeasonTitle, WishedTitle } from './find-news.ts';

export interface DueUser {
  id: number;
  newsDueAt: Date;
  unsubscribed: string[];
}

export const createNewsRepository = (db: Db) => ({
  /**
   * Returns those of the titles that are in the user's lists or in lists that the user joined, each with the name of
   * one list. Haven't Watched is not a list of titles to watch.
   */
  listSaved: (userId: number, mediumIds: readonly number[]): Promise<SavedTitle[]> =>
    db.$queryRaw<SavedTitle[]>`
      WITH mine AS (
        SELECT id, name, list_type, 0 AS rank FROM user_lists WHERE owner_id = ${userId}
         UNION ALL
        SELECT l.id, l.name, l.list_type, 1 FROM user_list_shares s JOIN user_lists l ON l.id = s.list_id
         WHERE s.user_id = ${userId} AND s.state = 'accepted')
      SELECT DISTINCT ON (m.medium_id) m.medium_id AS "mediumId", mine.name::text AS "listName",
             mine.list_type = 'watch_later' AS "isWatchLater"
        FROM mine JOIN user_list_media m ON m.list_id = mine.id
       WHERE mine.list_type IN ('watch_later', 'custom') AND m.medium_id = ANY (${[...mediumIds]}::int[])
       ORDER BY m.medium_id, mine.list_type = 'watch_later' DESC, mine.rank, mine.id`,

  /**
   * Returns the series that the user watches or likes, and has not dropped, which have one more season since a few weeks: since
   * its first day, or else since a source counted it.
   */
  listNewSeasons: (userId: number): Promise<SeasonTitle[]> =>
    db.$queryRaw<SeasonTitle[]>`
      SELECT m.id AS "mediumId", GREATEST(dated.season, m.seasons)::int AS seasons, mine.rating,
             to_char(since.day, 'YYYY-MM-DD') AS day
        FROM (
          SELECT COALESCE(r.medium_id, s.medium_id) AS medium_id, r.rating
            FROM (SELECT medium_id, rating FROM user_medium_ratings
                   WHERE user_id = ${userId} AND rating >= ${FAVORITE_RATING}) AS r
            FULL JOIN (SELECT medium_id, state, seen FROM user_series WHERE user_id = ${userId}) AS s USING (medium_id)
           WHERE s.state IS DISTINCT FROM 'dropped' AND (r.rating IS NOT NULL OR s.seen > 0)) AS mine
        JOIN media m ON m.id = mine.medium_id
        LEFT JOIN LATERAL (
          SELECT season, first_air_date FROM seasons
           WHERE medium_id = m.id AND season > 1 AND first_air_date <= current_date
           ORDER BY season DESC LIMIT 1) AS dated ON true
       CROSS JOIN LATERAL (
          SELECT CASE WHEN dated.season >= COALESCE(m.seasons, 0) THEN dated.first_air_date ELSE m.new_season_on END AS day
       ) AS since
       WHERE m.type = 'series' AND m.delisted_at IS NULL AND since.day >= current_date - ${NEWS_DAYS.arrived}::int`,

  /** Returns the titles that late matches of imports brought within the last weeks. */
  listImported: (userId: number): Promise<ImportedTitle[]> =>
    db.$queryRaw<ImportedTitle[]>`
      SELECT DISTINCT ON (t.medium_id) t.medium_id AS "mediumId", i.id AS "importId",
             to_char(i.applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
        FROM user_imports i JOIN user_import_titles t ON t.user_id = i.user_id AND t.import_id = i.id
       WHERE i.user_id = ${userId} AND i.is_late AND i.state = 'applied' AND t.match = 'matched'
         AND i.applied_at > now() - ${NEWS_DAYS.arrived}::int * interval '1 day'
       ORDER BY t.medium_id, i.id DESC`,

  /** Returns the titles of wishes that arrived within the last weeks. */
  listWished: (userId: number): Promise<WishedTitle[]> =>
    db.$queryRaw<WishedTitle[]>`
      SELECT medium_id AS "mediumId", query, to_char(arrived_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
        FROM user_wishes
       WHERE user_id = ${userId} AND arrived_at > now() - ${NEWS_DAYS.arrived}::int * interval '1 day'
       ORDER BY arrived_at DESC, id`,

  /**
   * Returns the next users whose weekly mail is due, in order of id. An address that is not proven may be a stranger's, and
   * the mail repeats names of lists.
   */
  listDue: (after: number, limit: number): Promise<DueUser[]> =>
    db.$queryRaw<DueUser[]>`
      SELECT id, news_due_at AS "newsDueAt", COALESCE(news_unsubscribed, '{}') AS unsubscribed FROM users
       WHERE id > ${after} AND digest_news AND disabled_at IS NULL AND news_due_at <= now()
         AND email_verified_at IS NOT NULL
       ORDER BY id LIMIT ${limit}`,

  /** Returns the titles that mails have named, as `kind medium`. */
  async listMailed(userId: number): Promise<Set<string>> {
    const rows = await db.userNewsMail.findMany({
      where: { userId },
      select: { kind: true, mediumId: true },
    });
    return new Set(rows.map(({ kind, mediumId }) => `${kind} ${mediumId}`));
  },

  /**
   * Sets when the next mail is considered. Returns false when another worker has done so, or the user no longer wants
   * the mail.
   */
  async postpone({ id, newsDueAt }: Pick<DueUser, 'id' | 'newsDueAt'>, days: number): Promise<boolean> {
    const count = await db.$executeRaw`
      UPDATE users SET news_due_at = now() + ${days}::int * interval '1 day'
       WHERE id = ${id} AND news_due_at = ${newsDueAt} AND digest_news AND disabled_at IS NULL`;
    return count > 0;
  },

  async addMailed(userId: number, titles: readonly { kind: NewsKind; mediumId: number }[]): Promise<void> {
    await db.userNewsMail.createMany({
      data: titles.map((title) => ({ userId, ...title })),
      skipDuplicates: true,
    });
  },
});

export type NewsRepository = ReturnType<typeof createNewsRepository>;

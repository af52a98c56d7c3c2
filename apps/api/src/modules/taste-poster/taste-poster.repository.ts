import type { Db } from '#src/data/database.ts';
import type { View } from './look-back.ts';

/** What a poster shows. Titles are medium ids. */
export interface PosterFacts {
  groups: string[];
  year: number | null;
  loved: number[];
  surprising: number[];
}

/** What the poster of a year shows. Titles are medium ids. */
export interface YearFacts {
  year: number;
  lines: string[];
  loved: number[];
  /** The first and the last title of the year. */
  ends: number[];
}

export interface PosterLink {
  code: string;
  createdAt: Date;
}

export const createTastePosterRepository = (db: Db) => ({
  findLink(userId: number): Promise<PosterLink | null> {
    return db.tastePoster.findUnique({ where: { userId }, select: { code: true, createdAt: true } });
  },

  /** Stores the poster under the code, unless the user has a link. Returns the code of the link. */
  async ensureLink(userId: number, code: string, facts: PosterFacts): Promise<string> {
    const { groups, year, loved, surprising } = facts;
    // One statement, so that simultaneous calls answer the same code.
    const [row] = await db.$queryRaw<{ code: string }[]>`
      INSERT INTO taste_posters (user_id, code, groups, year, loved, surprising)
      VALUES (${userId}, ${code}, ${groups}::text[], ${year}::smallint, ${loved}::int[], ${surprising}::int[])
      ON CONFLICT (user_id) DO UPDATE SET code = taste_posters.code
      RETURNING code`;
    return row?.code ?? code;
  },

  async deleteLink(userId: number): Promise<void> {
    await db.tastePoster.deleteMany({ where: { userId } });
  },

  /**
   * Returns what the user saw on known days, each title once a day: movies, episodes, and whole series without a length. Added
   * up here, because a user may have a hundred thousand views.
   */
  listViews(userId: number): Promise<View[]> {
    return db.$queryRaw<View[]>`
      SELECT medium_id AS "mediumId", to_char(day, 'YYYY-MM-DD') AS day, sum(minutes)::int AS minutes FROM (
      SELECT s.medium_id, s.seen_on AS day,
             CASE WHEN m.type = 'movie' THEN m.runtime_minutes END AS minutes
        FROM user_medium_seen s JOIN media m ON m.id = s.medium_id
       WHERE s.user_id = ${userId} AND s.seen_on IS NOT NULL
      UNION ALL
      SELECT v.medium_id, d.day, COALESCE(e.runtime_minutes, m.runtime_minutes)
        FROM user_episodes v JOIN media m ON m.id = v.medium_id
        CROSS JOIN unnest(v.days) AS d (day)
        LEFT JOIN episodes e ON e.medium_id = v.medium_id AND e.season = v.season AND e.episode = v.episode
       WHERE v.user_id = ${userId}) AS views
       GROUP BY medium_id, day`;
  },

  findYearLink(userId: number, year: number): Promise<PosterLink | null> {
    return db.yearPoster.findUnique({
      where: { userId_year: { userId, year } },
      select: { code: true, createdAt: true },
    });
  },

  /** Stores the poster of a year under the code, unless the user has a link to it. Returns the code of the link. */
  async ensureYearLink(
    userId: number,
    code: string,
    { year, lines, loved, ends }: YearFacts,
  ): Promise<string> {
    const [row] = await db.$queryRaw<{ code: string }[]>`
      INSERT INTO year_posters (user_id, year, code, lines, loved, ends)
      VALUES (${userId}, ${year}::smallint, ${code}, ${lines}::text[], ${loved}::int[], ${ends}::int[])
      ON CONFLICT (user_id, year) DO UPDATE SET code = year_posters.code
      RETURNING code`;
    return row?.code ?? code;
  },

  async deleteYearLink(userId: number, year: number): Promise<void> {
    await db.yearPoster.deleteMany({ where: { userId, year } });
  },

  /** The same as `findShared`, of a year. */
  async findSharedYear(code: string): Promise<(YearFacts & { name: string }) | null> {
    const row = await db.yearPoster.findFirst({
      where: { code, user: { disabledAt: null } },
      select: { year: true, lines: true, loved: true, ends: true, user: { select: { displayName: true } } },
    });
    if (!row) return null;
    const { user, ...facts } = row;
    return { ...facts, name: user.displayName };
  },

  async getName(userId: number): Promise<string> {
    const { displayName } = await db.user.findUniqueOrThrow({
      where: { id: userId },
      select: { displayName: true },
    });
    return displayName;
  },

  /** Returns null for an unknown code, and for the poster of an account that is disabled. */
  async findShared(code: string): Promise<(PosterFacts & { name: string }) | null> {
    const row = await db.tastePoster.findFirst({
      where: { code, user: { disabledAt: null } },
      select: {
        groups: true,
        year: true,
        loved: true,
        surprising: true,
        user: { select: { displayName: true } },
      },
    });
    if (!row) return null;
    const { user, ...facts } = row;
    return { ...facts, name: user.displayName };
  },
});

export type TastePosterRepository = ReturnType<typeof createTastePosterRepository>;

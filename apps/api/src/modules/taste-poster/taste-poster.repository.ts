import type { Db } from '#src/data/database.ts';

/** What a poster shows. Titles are medium ids. */
export interface PosterFacts {
  groups: string[];
  year: number | null;
  loved: number[];
  surprising: number[];
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

import type { Db } from '#src/data/database.ts';

export interface WishRow {
  id: number;
  query: string;
  mediumId: number | null;
}

export interface WaitingWish {
  userId: number;
  id: number;
  query: string;
}

const SHOWN = { id: true, query: true, mediumId: true } as const;

export const createWishesRepository = (db: Db) => ({
  list: (userId: number): Promise<WishRow[]> =>
    db.userWish.findMany({ where: { userId }, select: SHOWN, orderBy: { id: 'desc' } }),

  find: (userId: number, key: string): Promise<WishRow | null> =>
    db.userWish.findUnique({ where: { userId_key: { userId, key } }, select: SHOWN }),

  create: (wish: { userId: number; query: string; key: string }): Promise<WishRow> =>
    db.userWish.create({ data: wish, select: SHOWN }),

  async delete(userId: number, id: number): Promise<void> {
    await db.userWish.deleteMany({ where: { userId, id } });
  },

  /** Returns the next wishes that wait, in order of id. */
  listWaiting: (after: number, limit: number): Promise<WaitingWish[]> =>
    db.userWish.findMany({
      where: { id: { gt: after }, mediumId: null },
      select: { userId: true, id: true, query: true },
      orderBy: { id: 'asc' },
      take: limit,
    }),

  /** Stores the titles that arrived. */
  async saveArrivals(arrivals: readonly { userId: number; id: number; mediumId: number }[]): Promise<void> {
    await db.$executeRaw`
      UPDATE user_wishes AS wish SET medium_id = found."mediumId", arrived_at = now()
        FROM jsonb_to_recordset(${JSON.stringify(arrivals)}::jsonb) AS found ("userId" int, id int, "mediumId" int)
       WHERE wish.user_id = found."userId" AND wish.id = found.id AND wish.medium_id IS NULL`;
  },
});

export type WishesRepository = ReturnType<typeof createWishesRepository>;

import type { Db } from '#src/data/database.ts';

const SHOWN = {
  id: true,
  name: true,
  scopes: true,
  prefix: true,
  createdAt: true,
  lastUsedOn: true,
  expiresOn: true,
} as const;

interface NewKeyRow {
  name: string;
  scopes: string[];
  secretHash: string;
  prefix: string;
  expiresOn: Date | null;
}

/** Personal keys. The trigger `personal_keys_notify` ends a deleted key in every process. */
export const createKeysRepository = (db: Db) => ({
  list: (userId: number) =>
    db.personalKey.findMany({ where: { userId }, select: SHOWN, orderBy: { id: 'desc' } }),

  create: (userId: number, key: NewKeyRow) =>
    db.personalKey.create({ data: { userId, ...key }, select: SHOWN }),

  async delete(userId: number, id: number): Promise<void> {
    await db.personalKey.deleteMany({ where: { userId, id } });
  },

  /** Returns the user whose key has this secret, or null. */
  async findOwner(secretHash: string): Promise<number | null> {
    const row = await db.personalKey.findUnique({ where: { secretHash }, select: { userId: true } });
    return row?.userId ?? null;
  },

  /** Stores the day of the last use. A repeated call writes nothing. */
  async noteUse(userId: number, id: number, day: Date): Promise<void> {
    const where = { userId, id, OR: [{ lastUsedOn: null }, { lastUsedOn: { lt: day } }] };
    await db.personalKey.updateMany({ where, data: { lastUsedOn: day } });
  },
});

export type KeysRepository = ReturnType<typeof createKeysRepository>;
export type KeyRow = Awaited<ReturnType<KeysRepository['list']>>[number];

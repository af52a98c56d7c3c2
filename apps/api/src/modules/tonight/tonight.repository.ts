import { NOT_TONIGHT_DAYS } from '@marquee/contracts';
import { AppError } from '#src/core/errors.ts';
import { type Db, isForeignKeyViolation } from '#src/data/database.ts';

export const createTonightRepository = (db: Db) => ({
  /** Returns the ids of the titles that the user does not want to see these days. */
  async listNotTonight(userId: number): Promise<number[]> {
    const rows = await db.$queryRaw<{ id: number }[]>`
      SELECT medium_id AS id FROM user_not_tonight
       WHERE user_id = ${userId} AND created_at > now() - ${NOT_TONIGHT_DAYS}::int * interval '1 day'`;
    return rows.map(({ id }) => id);
  },

  /** Returns the ids of the titles in the user's Watch Later. */
  async listSaved(userId: number): Promise<number[]> {
    const rows = await db.$queryRaw<{ id: number }[]>`
      SELECT m.medium_id AS id FROM user_lists l JOIN user_list_media m ON m.list_id = l.id
       WHERE l.owner_id = ${userId} AND l.list_type = 'watch_later'`;
    return rows.map(({ id }) => id);
  },

  /** @throws AppError `not_found` when the title does not exist. */
  async addNotTonight(userId: number, mediumId: number): Promise<void> {
    try {
      await db.$executeRaw`
        INSERT INTO user_not_tonight (user_id, medium_id) VALUES (${userId}, ${mediumId})
        ON CONFLICT (user_id, medium_id) DO UPDATE SET created_at = now()`;
    } catch (cause) {
      if (isForeignKeyViolation(cause)) throw new AppError('not_found', { cause });
      throw cause;
    }
  },

  async deleteNotTonight(userId: number, mediumId: number): Promise<void> {
    await db.$executeRaw`DELETE FROM user_not_tonight WHERE user_id = ${userId} AND medium_id = ${mediumId}`;
  },
});

export type TonightRepository = ReturnType<typeof createTonightRepository>;

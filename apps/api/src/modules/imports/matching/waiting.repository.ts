import { IMPORT_WAITING_MAX } from '@marquee/contracts';
import type { Db } from '#src/data/database.ts';

/** Facts of a title that wait, at most. A series may have a view for each of its episodes. */
const FACTS_MAX = 1_000;

export interface WaitingTitle {
  id: number;
  source: string;
  key: string;
  hint: unknown;
  facts: unknown;
}

/** Keeps the titles of imports that the catalogue does not have. */
export const createImportWaitingRepository = (db: Db) => ({
  /**
   * Keeps the titles of an import that were not found or not chosen: those with the latest views and ratings, because
   * services write their files in different orders, and of all imports the newest. A title that the member left out is
   * unmatched and has choices, and is not kept.
   */
  async keep({ userId, id, source }: { userId: number; id: number; source: string | null }): Promise<void> {
    await db.$executeRaw`
      INSERT INTO user_import_waiting (user_id, import_id, source, key, hint, facts)
      SELECT ${userId}, ${id}, ${source}, title.key, title.hint,
             (SELECT jsonb_agg(jsonb_build_object('fact', CASE row.fact->>'kind' WHEN 'rating'
                       THEN jsonb_build_object('tags', COALESCE(title.facts->'tags', '[]')) || row.fact ELSE row.fact END,
                     'list', import.lists -> row.list) ORDER BY row.seq)
                FROM (SELECT seq, fact, list FROM user_import_rows
                       WHERE user_id = ${userId} AND import_id = ${id} AND key = title.key
                       ORDER BY seq LIMIT ${FACTS_MAX}) AS row)
        FROM (SELECT id, key, hint, facts FROM user_import_titles
               WHERE user_id = ${userId} AND import_id = ${id}
                 AND (match = 'doubtful' OR (match = 'unmatched' AND choices = '[]'))
               ORDER BY GREATEST(facts->>'ratedAt', facts->>'seenOn') DESC NULLS LAST, id LIMIT ${IMPORT_WAITING_MAX}) AS title
        JOIN user_imports AS import ON import.user_id = ${userId} AND import.id = ${id}
       ORDER BY title.id DESC
      ON CONFLICT (user_id, source, key) DO UPDATE
        SET import_id = excluded.import_id, hint = excluded.hint, facts = excluded.facts, created_at = now()`;
    await db.$executeRaw`
      DELETE FROM user_import_waiting WHERE user_id = ${userId} AND id IN (
        SELECT id FROM user_import_waiting WHERE user_id = ${userId}
         ORDER BY created_at DESC, id DESC OFFSET ${IMPORT_WAITING_MAX})`;
  },

  /** Forgets what an import left waiting, because the import is undone. */
  async forget({ userId, id: importId }: { userId: number; id: number }): Promise<void> {
    await db.userImportWaiting.deleteMany({ where: { userId, importId } });
  },

  list: (userId: number): Promise<WaitingTitle[]> =>
    db.userImportWaiting.findMany({
      where: { userId },
      select: { id: true, source: true, key: true, hint: true, facts: true },
      orderBy: { id: 'desc' },
    }),

  /** Deletes titles and returns them in the order of the file. */
  async take(userId: number, ids: readonly number[]): Promise<WaitingTitle[]> {
    const rows = await db.$queryRaw<WaitingTitle[]>`
      DELETE FROM user_import_waiting WHERE user_id = ${userId} AND id = ANY (${[...ids]}::int[])
      RETURNING id, source, key, hint, facts`;
    return rows.toSorted((a, b) => b.id - a.id);
  },

  /** Returns the next users who have titles that wait, in order of id. */
  async listUsers(after: number, limit: number): Promise<number[]> {
    const rows = await db.userImportWaiting.groupBy({
      by: 'userId',
      where: { userId: { gt: after } },
      orderBy: { userId: 'asc' },
      take: limit,
    });
    return rows.map(({ userId }) => userId);
  },
});

export type ImportWaitingRepository = ReturnType<typeof createImportWaitingRepository>;

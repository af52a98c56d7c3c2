import type { TasteGroupInput } from '@marquee/contracts';
import type { Db } from '#src/data/database.ts';

/** Number of stored entries for each user. Older ones are deleted. Nobody has more than three tastes at a time. */
const KEPT = 12;

/** Writes what users say of their tastes. `taste.repository.ts` reads it. */
export const createTasteGroupsRepository = (db: Db) => ({
  /** Stores the given fields and keeps the others. Deletes an entry without a name that is not dismissed. */
  async save(
    userId: number,
    group: { id: number; mediumIds: readonly number[] },
    { name, dismissed }: TasteGroupInput,
  ): Promise<void> {
    await db.$executeRaw`
      INSERT INTO taste_groups (user_id, group_id, name, dismissed, medium_ids)
      VALUES (${userId}, ${group.id}, ${name ?? null}, ${dismissed ?? false}, ${[...group.mediumIds]})
      ON CONFLICT (user_id, group_id) DO UPDATE SET
        name = CASE WHEN ${name !== undefined} THEN EXCLUDED.name ELSE taste_groups.name END,
        dismissed = CASE WHEN ${dismissed !== undefined} THEN EXCLUDED.dismissed ELSE taste_groups.dismissed END,
        medium_ids = EXCLUDED.medium_ids, updated_at = now()`;
    await db.$executeRaw`
      DELETE FROM taste_groups WHERE user_id = ${userId} AND ((name IS NULL AND NOT dismissed) OR group_id NOT IN (
        SELECT group_id FROM taste_groups WHERE user_id = ${userId}
        ORDER BY updated_at DESC, group_id LIMIT ${KEPT}))`;
  },
});

export type TasteGroupsRepository = ReturnType<typeof createTasteGroupsRepository>;

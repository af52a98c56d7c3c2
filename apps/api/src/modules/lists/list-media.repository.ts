import { fieldError } from '#src/core/errors.ts';
import { type Db, isForeignKeyViolation } from '#src/data/database.ts';
import { type Placed, POSITION_GAP } from './positions.ts';

export interface ListMediumRow {
  id: number;
  listId: number;
  mediumId: number;
  position: number;
}

/**
 * Reads and writes titles of lists. Writers hold the lock of the list, so the order cannot change between read and
 * write.
 */
export const createListMediaRepository = (db: Db) => ({
  /** Appends the title to each list that does not contain it. Returns the inserted rows. */
  async add(listIds: readonly number[], mediumId: number, userId: number): Promise<ListMediumRow[]> {
    try {
      return await db.$queryRaw<ListMediumRow[]>`
        INSERT INTO user_list_media (list_id, medium_id, position, added_by_id)
        SELECT list.id, ${mediumId}::int, floor(COALESCE(last.position, 0) / ${POSITION_GAP}) * ${POSITION_GAP} + ${POSITION_GAP}, ${userId}::int
          FROM unnest(${[...listIds]}::int[]) AS list (id)
          LEFT JOIN LATERAL (SELECT position FROM user_list_media WHERE list_id = list.id
                              ORDER BY position DESC, id DESC LIMIT 1) AS last ON true
        ON CONFLICT (list_id, medium_id) DO NOTHING
        RETURNING id, list_id AS "listId", medium_id AS "mediumId", position`;
    } catch (error) {
      if (isForeignKeyViolation(error)) throw fieldError('medium_id', 'This title does not exist');
      throw error;
    }
  },

  get: (listId: number, mediumId: number): Promise<ListMediumRow> =>
    db.userListMedium.findUniqueOrThrow({
      where: { listId_mediumId: { listId, mediumId } },
      select: { id: true, listId: true, mediumId: true, position: true },
    }),

  /** Removes the title from the lists. Returns the lists that contained the title. */
  async remove(listIds: readonly number[], mediumId: number): Promise<number[]> {
    const rows = await db.$queryRaw<{ listId: number }[]>`
      DELETE FROM user_list_media WHERE list_id = ANY(${[...listIds]}::int[]) AND medium_id = ${mediumId}
      RETURNING list_id AS "listId"`;
    return rows.map(({ listId }) => listId);
  },

  /** Returns the lists that contain the title. */
  async listHolding(listIds: readonly number[], mediumId: number): Promise<Set<number>> {
    const rows = await db.userListMedium.findMany({
      where: { listId: { in: [...listIds] }, mediumId },
      select: { listId: true },
    });
    return new Set(rows.map(({ listId }) => listId));
  },

  /** Returns the positions of the given titles in the list. */
  async listPositions(listId: number, mediumIds: readonly number[]): Promise<Map<number, number>> {
    const rows = await db.userListMedium.findMany({
      where: { listId, mediumId: { in: [...mediumIds] } },
      select: { mediumId: true, position: true },
    });
    return new Map(rows.map(({ mediumId, position }) => [mediumId, position]));
  },

  /**
   * Returns the titles of lists in order, with the version of each list. One statement ensures that order and version
   * match.
   */
  listOrders: (
    listIds: readonly number[],
  ): Promise<{ listId: number; version: number; mediumIds: number[] }[]> =>
    db.$queryRaw`
      SELECT id AS "listId", version,
             ARRAY(SELECT medium_id FROM user_list_media WHERE list_id = user_lists.id
                    ORDER BY position, id) AS "mediumIds"
        FROM user_lists WHERE id = ANY(${[...listIds]}::int[])`,

  /** Returns the titles of a list, the one added last first. */
  async listAdded(listId: number): Promise<number[]> {
    const rows = await db.userListMedium.findMany({
      where: { listId },
      orderBy: { id: 'desc' },
      select: { mediumId: true },
    });
    return rows.map(({ mediumId }) => mediumId);
  },

  /** Returns the titles that were added last to each list, the last one first. */
  async listLatest(listIds: readonly number[], count: number): Promise<Map<number, number[]>> {
    const rows = await db.$queryRaw<{ listId: number; mediumIds: number[] }[]>`
      SELECT list.id AS "listId",
             ARRAY(SELECT medium_id FROM user_list_media WHERE list_id = list.id
                    ORDER BY id DESC LIMIT ${count}::int) AS "mediumIds"
        FROM unnest(${[...listIds]}::int[]) AS list (id)`;
    return new Map(rows.map(({ listId, mediumIds }) => [listId, mediumIds]));
  },

  async move(listId: number, moves: readonly Placed[]): Promise<void> {
    await db.$executeRaw`
      UPDATE user_list_media AS item SET position = moved.position
        FROM unnest(${moves.map((move) => move.mediumId)}::int[],
                    ${moves.map((move) => move.position)}::float8[]) AS moved (medium_id, position)
       WHERE item.list_id = ${listId} AND item.medium_id = moved.medium_id`;
  },
});

export type ListMediaRepository = ReturnType<typeof createListMediaRepository>;

import { CAPS } from '@marquee/contracts';
import { Prisma } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';
import type { ListRef } from './records.ts';

/**
 * Distance between the positions of appended titles. The distance allows later moves
 * (modules/lists/positions.ts).
 */
const POSITION_GAP = 1024;

interface Ref {
  userId: number;
  id: number;
}

export type Cap = 'lists' | 'titles_per_list' | 'list_entries';

/** One list entry of the file, with its matched title. */
export interface WantedEntry {
  seq: number;
  mediumId: number | null;
  at: string | null;
}

/**
 * Selects matched entries. Leaves out an entry of Watch Later when the member saw the title after adding it. The lists are
 * read once, because reading them for each of thousands of entries takes seconds.
 */
const matchedEntries = ({ userId, id }: Ref) => Prisma.sql`
  user_import_rows AS row
  JOIN user_import_titles AS title
    ON title.user_id = row.user_id AND title.import_id = row.import_id AND title.key = row.key
   AND title.match = 'matched'
 WHERE row.user_id = ${userId} AND row.import_id = ${id} AND row.list IS NOT NULL
   AND NOT ((title.facts->>'isWatched')::boolean AND row.list = ANY (ARRAY(
     SELECT place - 1 FROM user_imports, jsonb_array_elements(lists) WITH ORDINALITY AS each (value, place)
      WHERE user_id = ${userId} AND id = ${id} AND value->>'type' = 'watch_later')))`;

/** Reads and writes the lists of an import, and the entries that exceed a cap. */
export const createImportListsRepository = (db: Db) => ({
  /** Marks the entries that exceed a cap. Returns how many lists and entries the import would create. */
  async planLists(ref: Ref): Promise<{ lists: number; list_entries: number; over_caps: number }> {
    const [row] = await db.$queryRaw<{ lists: number; list_entries: number; over_caps: number }[]>`
      WITH named AS (
        SELECT (place - 1)::int AS list, value->>'type' AS type, value->>'name' AS name
          FROM user_imports, jsonb_array_elements(lists) WITH ORDINALITY AS each (value, place)
         WHERE user_id = ${ref.userId} AND id = ${ref.id}),
      goal AS (
        SELECT named.list, known.id, COALESCE(known.media_count, 0) AS held,
               row_number() OVER (PARTITION BY known.id IS NULL ORDER BY named.list)
                 + (SELECT count(*) FROM user_lists WHERE owner_id = ${ref.userId} AND list_type = 'custom') AS place
          FROM named LEFT JOIN user_lists AS known ON known.owner_id = ${ref.userId}
           AND CASE WHEN named.type = 'custom' THEN known.name = named.name::citext
                    ELSE known.list_type::text = named.type END),
      wanted AS (
        SELECT DISTINCT ON (row.list, title.medium_id) row.list, row.seq, title.medium_id
          FROM ${matchedEntries(ref)} ORDER BY row.list, title.medium_id, row.seq),
      fresh AS (
        SELECT wanted.seq, goal.list, goal.id IS NULL AND goal.place > ${CAPS.customLists} AS no_list,
               goal.held + row_number() OVER (PARTITION BY wanted.list ORDER BY wanted.seq) AS in_list,
               (SELECT COALESCE(sum(media_count), 0) FROM user_lists WHERE owner_id = ${ref.userId})
                 + row_number() OVER (ORDER BY wanted.list, wanted.seq) AS in_all
          FROM wanted JOIN goal USING (list)
         WHERE NOT EXISTS (SELECT 1 FROM user_list_media AS entry
                            WHERE entry.list_id = goal.id AND entry.medium_id = wanted.medium_id)),
      capped AS (
        SELECT seq, CASE WHEN no_list THEN 'lists' WHEN in_list > ${CAPS.titlesPerList} THEN 'titles_per_list'
                         WHEN in_all > ${CAPS.listEntries} THEN 'list_entries' END AS cap FROM fresh),
      marked AS (
        UPDATE user_import_rows AS row SET over_cap = capped.cap FROM capped
         WHERE row.user_id = ${ref.userId} AND row.import_id = ${ref.id} AND row.seq = capped.seq
           AND capped.cap IS NOT NULL RETURNING row.seq)
      SELECT (SELECT count(*) FROM goal WHERE id IS NULL AND place <= ${CAPS.customLists})::int AS lists,
             (SELECT count(*) FROM capped WHERE cap IS NULL)::int AS list_entries,
             (SELECT count(*) FROM marked)::int AS over_caps`;
    return row ?? { lists: 0, list_entries: 0, over_caps: 0 };
  },

  listOverCaps: (
    { userId, id }: Ref,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ hint: unknown; list: unknown; cap: Cap; total: number }[]> => db.$queryRaw`
    SELECT title.hint, import.lists->row.list AS list, row.over_cap AS cap, count(*) OVER ()::int AS total
      FROM user_import_rows AS row JOIN user_imports AS import ON import.user_id = row.user_id AND import.id = row.import_id
      JOIN user_import_titles AS title
        ON title.user_id = row.user_id AND title.import_id = row.import_id AND title.key = row.key
     WHERE row.user_id = ${userId} AND row.import_id = ${id} AND row.over_cap IS NOT NULL
     ORDER BY row.seq LIMIT ${limit} OFFSET ${offset}`,

  /** Finds the list of this name or type. Returns null when the account has no such list. */
  async findList(
    userId: number,
    { type, name }: ListRef,
  ): Promise<{ id: number; mediaCount: number } | null> {
    const where: Prisma.UserListWhereInput = type === 'custom' ? { name } : { listType: type };
    return db.userList.findFirst({
      where: { ownerId: userId, ...where },
      select: { id: true, mediaCount: true },
    });
  },

  countLists: (userId: number) => db.userList.count({ where: { ownerId: userId, listType: 'custom' } }),

  async countEntries(userId: number): Promise<number> {
    const { _sum } = await db.userList.aggregate({ where: { ownerId: userId }, _sum: { mediaCount: true } });
    return _sum.mediaCount ?? 0;
  },

  async createList({ userId, id }: Ref, name: string): Promise<number> {
    const list = await db.userList.create({ data: { ownerId: userId, name }, select: { id: true } });
    await db.userImportChange.create({
      data: { userId, importId: id, kind: 'list', ref: String(list.id), after: { id: list.id } },
      select: { ref: true },
    });
    return list.id;
  },

  hasMembers: async (listId: number): Promise<boolean> =>
    (await db.userListShare.count({ where: { listId, state: 'accepted' } })) > 0,

  /** Returns the next entries of one list, in the order of the file. */
  listWanted: (ref: Ref, list: number, after: number, limit: number): Promise<WantedEntry[]> => db.$queryRaw`
    SELECT row.seq, title.medium_id AS "mediumId", row.fact->>'at' AS at
      FROM ${matchedEntries(ref)} AND row.list = ${list} AND row.seq > ${after}
     ORDER BY row.seq LIMIT ${limit}`,

  async listHeld(listId: number, mediumIds: readonly number[]): Promise<Set<number>> {
    const rows = await db.userListMedium.findMany({
      where: { listId, mediumId: { in: [...mediumIds] } },
      select: { mediumId: true },
    });
    return new Set(rows.map(({ mediumId }) => mediumId));
  },

  async markOverCap({ userId, id }: Ref, seqs: readonly number[], cap: Cap): Promise<void> {
    await db.userImportRow.updateMany({
      where: { userId, importId: id, seq: { in: [...seqs] } },
      data: { overCap: cap },
    });
  },

  async markListOverCap({ userId, id }: Ref, list: number, cap: Cap): Promise<void> {
    await db.userImportRow.updateMany({ where: { userId, importId: id, list }, data: { overCap: cap } });
  },

  countOverCaps: ({ userId, id }: Ref) =>
    db.userImportRow.count({ where: { userId, importId: id, overCap: { not: null } } }),

  async clearCaps({ userId, id }: Ref): Promise<void> {
    await db.userImportRow.updateMany({
      where: { userId, importId: id, overCap: { not: null } },
      data: { overCap: null },
    });
  },

  /** Appends titles to a list in the given order. */
  async append({ userId, id }: Ref, listId: number, entries: readonly WantedEntry[]): Promise<void> {
    const rows = entries.map(({ mediumId, at }, place) => ({ medium_id: mediumId, at, place: place + 1 }));
    await db.$executeRaw`
      WITH written AS (
        INSERT INTO user_list_media (list_id, medium_id, position, added_by_id, created_at)
        SELECT ${listId}, given.medium_id,
               floor(COALESCE(last.position, 0) / ${POSITION_GAP}) * ${POSITION_GAP} + ${POSITION_GAP} * given.place,
               ${userId}::int, COALESCE(given.at, now())
          FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (medium_id int, at timestamptz, place int)
          LEFT JOIN LATERAL (SELECT max(position) AS position FROM user_list_media WHERE list_id = ${listId}) AS last ON true
         ORDER BY given.place
        ON CONFLICT (list_id, medium_id) DO NOTHING RETURNING *)
      INSERT INTO user_import_changes AS known (user_id, import_id, kind, ref, before, after)
      SELECT ${userId}, ${id}, 'entry', list_id || ':' || medium_id, NULL, to_jsonb(written) FROM written
      ON CONFLICT (user_id, import_id, kind, ref) DO UPDATE SET after = excluded.after`;
  },
});

export type ImportListsRepository = ReturnType<typeof createImportListsRepository>;

import { randomUUID } from 'node:crypto';
import { type ListChange, type ListType, MESSAGES } from '@marquee/contracts';
import { Prisma } from '@marquee/prisma';
import { fieldError } from '#src/core/errors.ts';
import { type Db, isUniqueViolation } from '#src/data/database.ts';

/** A list is addressed by its id or by its share code. */
export type ListAddress = { id: number } | { code: string };

/** The last change of a list. `by` is a display name, null when the account was deleted. */
export interface ListChangeRow {
  by: string | null;
  action: ListChange['action'];
  title: string | null;
  at: Date;
}

/** A list with the relation of one user. `share` is the membership or open invitation of this user. */
export interface ListRow {
  id: number;
  ownerId: number | null;
  ownerName: string | null;
  listType: ListType;
  name: string;
  collaborate: boolean;
  shareCode: string;
  /** Every change of the titles or of their order raises this counter. */
  version: number;
  mediaCount: number;
  lastChange: ListChangeRow | null;
  /** Whether the list has list members or invitations. */
  isShared: boolean;
  /** `proven` is true when the user proved the invited address. */
  share: { id: number; accepted: boolean; shareAllowed: boolean; code: string; proven: boolean } | null;
}

type FlatRow = Omit<ListRow, 'share' | 'lastChange'> & {
  changedBy: string | null;
  changeAction: ListChangeRow['action'] | null;
  changeTitle: string | null;
  changedAt: Date | null;
  shareId: number | null;
  accepted: boolean | null;
  shareAllowed: boolean | null;
  code: string | null;
  proven: boolean | null;
};

function unflatten({
  shareId,
  accepted,
  shareAllowed,
  code,
  proven,
  changedBy: by,
  changeAction: action,
  changeTitle: title,
  changedAt: at,
  ...list
}: FlatRow): ListRow {
  const share =
    shareId === null || accepted === null || shareAllowed === null || code === null
      ? null
      : { id: shareId, accepted, shareAllowed, code, proven: proven ?? false };
  const lastChange = action === null || at === null ? null : { by, action, title, at };
  return { ...list, share, lastChange };
}

/** Selects lists for one user. Ignores an expired invitation. */
const selectFor = (userId: number) => Prisma.sql`
  SELECT l.id, l.owner_id AS "ownerId", u.display_name::text AS "ownerName", l.list_type::text AS "listType",
         l.name::text AS name, l.collaborate, l.share_code AS "shareCode", l.version,
         l.media_count AS "mediaCount",
         editor.display_name::text AS "changedBy", l.last_change_action::text AS "changeAction",
         l.last_change_title AS "changeTitle", l.last_change_at AS "changedAt",
         EXISTS (SELECT 1 FROM user_list_shares WHERE list_id = l.id) AS "isShared", s.id AS "shareId", s.state = 'accepted' AS accepted,
         s.share_allowed AS "shareAllowed", s.code,
         EXISTS (SELECT 1 FROM users me WHERE me.id = s.user_id AND me.email_verified_at IS NOT NULL) AS proven
    FROM user_lists l
    LEFT JOIN users u ON u.id = l.owner_id
    LEFT JOIN users editor ON editor.id = l.last_change_by_id
    LEFT JOIN user_list_shares s ON s.list_id = l.id AND s.user_id = ${userId}
          AND (s.state = 'accepted' OR s.expires_at IS NULL OR s.expires_at > now())`;

const at = (address: ListAddress) =>
  'id' in address ? Prisma.sql`l.id = ${address.id}` : Prisma.sql`l.share_code = ${address.code}`;

/** Turns the violation of a unique constraint into a field error. List names ignore upper and lower case (citext). */
async function refuseTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error, 'name')) throw fieldError('name', MESSAGES.listNameTaken);
    throw error;
  }
}

export const createListsRepository = (db: Db) => ({
  async find(userId: number, address: ListAddress): Promise<ListRow | null> {
    const [row] = await db.$queryRaw<FlatRow[]>`${selectFor(userId)} WHERE ${at(address)}`;
    return row ? unflatten(row) : null;
  },

  /** Returns the lists with these ids in any order. Leaves out unknown ids. */
  async listByIds(userId: number, listIds: readonly number[]): Promise<ListRow[]> {
    const rows = await db.$queryRaw<FlatRow[]>`${selectFor(userId)} WHERE l.id = ANY(${[...listIds]}::int[])`;
    return rows.map(unflatten);
  },

  /**
   * Returns Watch Later, Haven't Watched and then the custom lists of the user, sorted by name. With `shared`, the
   * shared lists follow, sorted by name. Lists whose names the user may not learn come last.
   */
  async list(userId: number, { shared }: { shared: boolean }): Promise<ListRow[]> {
    const others = shared
      ? Prisma.sql`UNION ALL SELECT list_id FROM user_list_shares WHERE user_id = ${userId}`
      : Prisma.empty;
    const rows = await db.$queryRaw<FlatRow[]>`
      ${selectFor(userId)}
      WHERE l.id IN (SELECT id FROM user_lists WHERE owner_id = ${userId} ${others})
        AND (l.owner_id = ${userId} OR s.id IS NOT NULL)
      ORDER BY l.list_type = 'watch_later' DESC, l.list_type = 'havent_watched' DESC,
               l.owner_id = ${userId} DESC,
               CASE WHEN s.state = 'pending' AND EXISTS
                      (SELECT 1 FROM users me WHERE me.id = s.user_id AND me.email_verified_at IS NULL)
                    THEN NULL ELSE l.name END, l.id`;
    return rows.map(unflatten);
  },

  async getSystemListId(userId: number, listType: 'watch_later' | 'havent_watched'): Promise<number> {
    const { id } = await db.userList.findFirstOrThrow({
      where: { ownerId: userId, listType },
      select: { id: true },
    });
    return id;
  },

  /**
   * Locks the row of the list until the transaction ends. So edits of one list run one after another
   * (docs/adr/0011-lock-a-list-for-every-edit.md).
   */
  async lock(address: ListAddress): Promise<void> {
    await db.$queryRaw`SELECT l.id FROM user_lists l WHERE ${at(address)} FOR UPDATE`;
  },

  /** Locks lists in the order of their ids, so that calls with several lists cannot deadlock. */
  async lockMany(listIds: readonly number[]): Promise<void> {
    await db.$queryRaw`SELECT id FROM user_lists WHERE id = ANY(${[...listIds]}::int[]) ORDER BY id FOR UPDATE`;
  },

  async create(ownerId: number, name: string): Promise<number> {
    const { id } = await refuseTaken(db.userList.create({ data: { ownerId, name }, select: { id: true } }));
    return id;
  },

  async createMany(ownerId: number, names: readonly string[]): Promise<void> {
    if (names.length > 0)
      await refuseTaken(db.userList.createMany({ data: names.map((name) => ({ ownerId, name })) }));
  },

  /** Frees the names of lists, so that lists which are renamed next may swap names. */
  async freeNames(listIds: readonly number[]): Promise<void> {
    await db.$executeRaw`
      UPDATE user_lists SET name = gen_random_uuid()::text WHERE id = ANY(${[...listIds]}::int[])`;
  },

  /** Renames the lists, and stores the user as the last who changed them, in one statement. */
  async rename(names: ReadonlyMap<number, string>, userId: number): Promise<void> {
    if (names.size === 0) return;
    await refuseTaken(
      db.$executeRaw`
        UPDATE user_lists
           SET name = new.name, updated_at = now(), last_change_by_id = ${userId},
               last_change_action = 'renamed', last_change_at = now(), last_change_title = NULL
          FROM unnest(${[...names.keys()]}::int[], ${[...names.values()]}::text[]) AS new (id, name)
         WHERE user_lists.id = new.id`,
    );
  },

  async setCollaborate(listId: number, collaborate: boolean): Promise<void> {
    await db.userList.update({ where: { id: listId }, data: { collaborate }, select: { id: true } });
  },

  /** Stores who changed the lists last. `mediumId` is null when the change has no single title. */
  async saveChange(
    listIds: readonly number[],
    userId: number,
    action: ListChange['action'],
    mediumId: number | null,
  ): Promise<void> {
    if (listIds.length === 0) return;
    await db.$executeRaw`
      UPDATE user_lists
         SET last_change_by_id = ${userId}, last_change_action = ${action}::list_action, last_change_at = now(),
             last_change_title = (SELECT title FROM media WHERE id = ${mediumId}::int)
       WHERE id = ANY(${[...listIds]}::int[])`;
  },

  /** Replaces the share code, so the previous share link stops working. */
  async renewShareCode(listId: number): Promise<void> {
    await db.userList.update({
      where: { id: listId },
      data: { shareCode: randomUUID() },
      select: { id: true },
    });
  },

  async delete(listId: number): Promise<void> {
    await db.userList.delete({ where: { id: listId }, select: { id: true } });
  },

  /** Returns the owners and list members of the lists, except one user. */
  async listOthers(
    listIds: readonly number[],
    exceptUserId: number,
  ): Promise<{ listId: number; userId: number }[]> {
    return db.$queryRaw`
      SELECT id AS "listId", owner_id AS "userId" FROM user_lists
       WHERE id = ANY(${[...listIds]}::int[]) AND owner_id <> ${exceptUserId}
      UNION ALL
      SELECT list_id, user_id FROM user_list_shares
       WHERE list_id = ANY(${[...listIds]}::int[]) AND state = 'accepted' AND user_id <> ${exceptUserId}`;
  },

  async listOwners(listIds: readonly number[]): Promise<number[]> {
    const rows = await db.userList.findMany({
      where: { id: { in: [...listIds] } },
      select: { ownerId: true },
    });
    return rows.flatMap(({ ownerId }) => ownerId ?? []);
  },

  async saveDeparture(userId: number, { id, shareCode }: Pick<ListRow, 'id' | 'shareCode'>): Promise<void> {
    await db.userListDeparture.createMany({
      data: [{ userId, listId: id, shareCode }],
      skipDuplicates: true,
    });
  },

  async hasDeparted(userId: number, address: ListAddress): Promise<boolean> {
    const where = 'id' in address ? { listId: address.id } : { shareCode: address.code };
    return (await db.userListDeparture.count({ where: { userId, ...where } })) > 0;
  },
});

export type ListsRepository = ReturnType<typeof createListsRepository>;

import { Prisma } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';

interface Ref {
  userId: number;
  id: number;
}

/** The kinds of changes in the order of undoing. Entries are undone before their list. */
export const UNDO_KINDS = [
  'entry',
  'list',
  'rating',
  'state',
  'episode',
  'seen',
  'hide',
  'setting',
  'service',
  'genre',
  'filter',
] as const;
export type UndoKind = (typeof UNDO_KINDS)[number];

interface Table {
  name: Prisma.Sql;
  /** The condition that joins a row of the table with its change in the journal. */
  isRow: Prisma.Sql;
  /** The columns that an import may change in an existing row. */
  columns?: Prisma.Sql;
  values?: Prisma.Sql;
}

const tables: Record<Exclude<UndoKind, 'list'>, Table> = {
  entry: {
    name: Prisma.sql`user_list_media`,
    isRow: Prisma.sql`row.list_id = (change.after->>'list_id')::int AND row.medium_id = (change.after->>'medium_id')::int`,
  },
  rating: {
    name: Prisma.sql`user_medium_ratings`,
    isRow: Prisma.sql`row.user_id = change.user_id AND row.medium_id = change.ref::int`,
    columns: Prisma.sql`(rating, tags, created_at, updated_at)`,
    values: Prisma.sql`old.rating, old.tags, old.created_at, old.updated_at`,
  },
  state: {
    name: Prisma.sql`user_series`,
    isRow: Prisma.sql`row.user_id = change.user_id AND row.medium_id = change.ref::int`,
    columns: Prisma.sql`(state)`,
    values: Prisma.sql`old.state`,
  },
  episode: {
    name: Prisma.sql`user_episodes`,
    isRow: Prisma.sql`row.user_id = change.user_id AND row.medium_id = (change.after->>'medium_id')::int
      AND row.season = (change.after->>'season')::int AND row.episode = (change.after->>'episode')::int`,
    columns: Prisma.sql`(seen_on, plays, days, marked_at)`,
    values: Prisma.sql`old.seen_on, old.plays, old.days, old.marked_at`,
  },
  seen: {
    name: Prisma.sql`user_medium_seen`,
    isRow: Prisma.sql`row.user_id = change.user_id AND row.medium_id = change.ref::int`,
    columns: Prisma.sql`(seen_on, created_at, plays, up_to_season)`,
    values: Prisma.sql`old.seen_on, old.created_at, old.plays, old.up_to_season`,
  },
  hide: {
    name: Prisma.sql`user_medium_hiddens`,
    isRow: Prisma.sql`row.user_id = change.user_id AND row.medium_id = change.ref::int`,
  },
  setting: {
    name: Prisma.sql`user_medium_settings`,
    isRow: Prisma.sql`row.user_id = change.user_id AND row.medium_id = change.ref::int`,
  },
  service: {
    name: Prisma.sql`user_medium_providers`,
    isRow: Prisma.sql`row.user_id = change.user_id AND row.provider_id = change.ref::int`,
  },
  genre: {
    name: Prisma.sql`user_medium_genres`,
    isRow: Prisma.sql`row.user_id = change.user_id AND row.genre_id = change.ref::int`,
  },
  filter: {
    name: Prisma.sql`user_preferences`,
    isRow: Prisma.sql`row.user_id = change.user_id AND row.key = change.ref`,
  },
};

/**
 * Restores the rows of the journal. A row that the member changed after the import stays unchanged
 * (docs/api.md#import-undo).
 */
export const createImportUndoRepository = (db: Db) => {
  const unchanged = Prisma.sql`to_jsonb(row) @> change.after`;
  // Without `MATERIALIZED`, PostgreSQL uses a nested loop that compares every ref with each row of the user.
  const chosen = ({ userId, id }: Ref, kind: UndoKind, refs: readonly string[]) => Prisma.sql`
    WITH change AS MATERIALIZED (
      SELECT * FROM user_import_changes
       WHERE user_id = ${userId} AND import_id = ${id} AND kind = ${kind} AND ref = ANY(${[...refs]}::text[]))`;

  return {
    async listRefs({ userId, id }: Ref, kind: UndoKind, limit: number): Promise<string[]> {
      const rows = await db.userImportChange.findMany({
        where: { userId, importId: id, kind },
        select: { ref: true },
        orderBy: { ref: 'asc' },
        take: limit,
      });
      return rows.map(({ ref }) => ref);
    },

    /**
     * For rows that later imports changed again, copies the state before this import to the journals of these
     * imports. Call this function before `restore`. Journals of previous versions lack later columns.
     */
    async passOn(ref: Ref, kind: UndoKind, refs: readonly string[]): Promise<void> {
      await db.$executeRaw`
        ${chosen(ref, kind, refs)}
        UPDATE user_import_changes AS later SET before = change.before FROM change
         WHERE later.user_id = ${ref.userId} AND later.kind = ${kind} AND later.import_id = ANY(ARRAY(
                 SELECT id FROM user_imports WHERE user_id = ${ref.userId} AND id > ${ref.id}))
           AND later.ref = change.ref AND later.before @> change.after`;
    },

    async restore(ref: Ref, kind: Exclude<UndoKind, 'list'>, refs: readonly string[]): Promise<void> {
      const { name, isRow, columns, values } = tables[kind];
      await db.$executeRaw`
        ${chosen(ref, kind, refs)}
        DELETE FROM ${name} AS row USING change WHERE change.before IS NULL AND ${isRow} AND ${unchanged}`;
      if (columns)
        await db.$executeRaw`
          ${chosen(ref, kind, refs)}
          UPDATE ${name} AS row SET ${columns} = (
                 SELECT ${values} FROM jsonb_populate_record(NULL::${name}, change.before) AS old)
            FROM change WHERE change.before IS NOT NULL AND ${isRow} AND ${unchanged}`;
      if (kind === 'entry')
        await db.$executeRaw`
          ${chosen(ref, kind, refs)}
          INSERT INTO user_list_media
          SELECT old.* FROM change, jsonb_populate_record(NULL::user_list_media, change.before) AS old
           WHERE change.before IS NOT NULL AND change.after IS NULL
             AND EXISTS (SELECT 1 FROM user_lists WHERE id = old.list_id)
          ON CONFLICT DO NOTHING`;
    },

    /** Deletes lists that the import created, when they are empty and have no shares. */
    async deleteLists(userId: number, refs: readonly string[]): Promise<void> {
      await db.$executeRaw`
        DELETE FROM user_lists AS list
         WHERE list.owner_id = ${userId} AND list.list_type = 'custom' AND list.media_count = 0
           AND list.id = ANY(${refs.map(Number)}::int[])
           AND NOT EXISTS (SELECT 1 FROM user_list_shares WHERE list_id = list.id)`;
    },

    async forget({ userId, id }: Ref, kind: string, refs: readonly string[]): Promise<void> {
      await db.userImportChange.deleteMany({ where: { userId, importId: id, kind, ref: { in: [...refs] } } });
    },
  };
};

export type ImportUndoRepository = ReturnType<typeof createImportUndoRepository>;

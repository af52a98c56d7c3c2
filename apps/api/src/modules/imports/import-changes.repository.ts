import { Prisma } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';
import { AccountSettings } from './account-settings.ts';
import type { Choices } from './records.ts';

const SETTINGS = Object.fromEntries(AccountSettings.keyof().options.map((name) => [name, true]));

interface Ref {
  userId: number;
  id: number;
}

export interface NewRating {
  medium_id: number;
  rating: number;
  tags: string[];
  /** The date of the rating, or null. A rating without a date does not replace a stored rating. */
  rated_at: string | null;
  first_at: string | null;
}

/**
 * Reads all rows of `old` before `written` changes the first one. PostgreSQL reads a query when it is needed, and
 * `FOR UPDATE` skips the rows that the same statement has changed, so without this the journal would have no `before`.
 */
const LOCKED = Prisma.sql`locked AS (SELECT count(*) FROM old),`;

/**
 * Writes the changes of an import. Each statement also stores every changed row in the journal, before and
 * after the change.
 */
export const createImportChangesRepository = (db: Db) => {
  /**
   * Returns the statement that writes the rows of the query `changed` (columns ref, before, after) to the
   * journal. After a second change of a row, `before` still has the first state.
   */
  const journal = ({ userId, id }: Ref, kind: string) => Prisma.sql`
    INSERT INTO user_import_changes AS known (user_id, import_id, kind, ref, before, after)
    SELECT ${userId}, ${id}, ${kind}, ref, before, after FROM changed
    ON CONFLICT (user_id, import_id, kind, ref) DO UPDATE SET after = excluded.after`;

  return {
    /**
     * Stores each rating that is newer than the stored rating. Keeps the stored tags when the file has no
     * tags.
     */
    async saveRatings(ref: Ref, ratings: readonly NewRating[]): Promise<void> {
      await db.$executeRaw`
        WITH wanted AS (
          SELECT medium_id, rating, tags, rated_at IS NOT NULL AS is_dated,
                 COALESCE(rated_at, now()) AS rated_at, COALESCE(first_at, rated_at, now()) AS first_at
            FROM jsonb_to_recordset(${JSON.stringify(ratings)}::jsonb)
              AS given (medium_id int, rating int, tags text[], rated_at timestamptz, first_at timestamptz)),
        old AS (SELECT * FROM user_medium_ratings
                 WHERE user_id = ${ref.userId} AND medium_id IN (SELECT medium_id FROM wanted) FOR UPDATE),
        ${LOCKED}
        written AS (
          INSERT INTO user_medium_ratings AS saved (user_id, medium_id, rating, tags, created_at, updated_at)
          SELECT ${ref.userId}, medium_id, rating, tags, least(first_at, rated_at), rated_at FROM wanted, locked
           WHERE is_dated OR medium_id NOT IN (SELECT medium_id FROM old)
          ON CONFLICT (user_id, medium_id) DO UPDATE
            SET rating = excluded.rating, updated_at = excluded.updated_at,
                tags = CASE WHEN excluded.tags = '{}' THEN saved.tags ELSE excluded.tags END
            WHERE excluded.updated_at > saved.updated_at
          RETURNING *),
        changed AS (SELECT written.medium_id::text AS ref, to_jsonb(old) AS before, to_jsonb(written) AS after
                      FROM written LEFT JOIN old USING (medium_id))
        ${journal(ref, 'rating')}`;
    },

    /** Stores views, of rated titles too: when and how often a title was seen is nothing that a rating says. */
    async saveSeen(
      ref: Ref,
      seen: readonly {
        medium_id: number;
        seen_on: string | null;
        created_at: string | null;
        plays: number | null;
        up_to_season: number | null;
        by_episodes: boolean;
      }[],
    ): Promise<void> {
      await db.$executeRaw`
        WITH wanted AS (
          SELECT * FROM jsonb_to_recordset(${JSON.stringify(seen)}::jsonb)
            AS given (medium_id int, seen_on date, created_at timestamptz, plays int, up_to_season int, by_episodes boolean)),
        old AS (SELECT * FROM user_medium_seen
                 WHERE user_id = ${ref.userId} AND medium_id IN (SELECT medium_id FROM wanted) FOR UPDATE),
        ${LOCKED}
        written AS (
          INSERT INTO user_medium_seen AS saved (user_id, medium_id, seen_on, created_at, plays, up_to_season, by_episodes)
          SELECT ${ref.userId}, medium_id, seen_on, COALESCE(created_at, now()), plays, up_to_season, by_episodes
            FROM wanted, locked
          ON CONFLICT (user_id, medium_id) DO UPDATE
            SET seen_on = GREATEST(saved.seen_on, excluded.seen_on), plays = GREATEST(saved.plays, excluded.plays),
                up_to_season = GREATEST(saved.up_to_season, excluded.up_to_season)
            WHERE excluded.seen_on > COALESCE(saved.seen_on, '-infinity') OR excluded.plays > COALESCE(saved.plays, 1)
          RETURNING *),
        changed AS (SELECT written.medium_id::text AS ref, to_jsonb(old) AS before, to_jsonb(written) AS after
                      FROM written LEFT JOIN old USING (medium_id))
        ${journal(ref, 'seen')}`;
    },

    async saveHidden(
      ref: Ref,
      hidden: readonly { medium_id: number; created_at: string | null }[],
    ): Promise<void> {
      await db.$executeRaw`
        WITH written AS (
          INSERT INTO user_medium_hiddens (user_id, medium_id, created_at)
          SELECT ${ref.userId}, medium_id, COALESCE(created_at, now())
            FROM jsonb_to_recordset(${JSON.stringify(hidden)}::jsonb) AS given (medium_id int, created_at timestamptz)
          ON CONFLICT DO NOTHING RETURNING *),
        changed AS (SELECT medium_id::text AS ref, NULL::jsonb AS before, to_jsonb(written) AS after FROM written)
        ${journal(ref, 'hide')}`;
    },

    async saveSettings(ref: Ref, settings: readonly { medium_id: number; value: boolean }[]): Promise<void> {
      await db.$executeRaw`
        WITH written AS (
          INSERT INTO user_medium_settings (user_id, medium_id, not_suggest_sharing)
          SELECT ${ref.userId}, medium_id, value
            FROM jsonb_to_recordset(${JSON.stringify(settings)}::jsonb) AS given (medium_id int, value boolean)
          ON CONFLICT DO NOTHING RETURNING *),
        changed AS (SELECT medium_id::text AS ref, NULL::jsonb AS before, to_jsonb(written) AS after FROM written)
        ${journal(ref, 'setting')}`;
    },

    /** Removes seen titles from Watch Later and Haven't Watched. */
    async removeWished(ref: Ref, mediumIds: readonly number[]): Promise<void> {
      await db.$executeRaw`
        WITH removed AS (
          DELETE FROM user_list_media AS entry USING user_lists AS list
           WHERE entry.list_id = list.id AND list.owner_id = ${ref.userId}
             AND list.list_type IN ('watch_later', 'havent_watched') AND entry.medium_id = ANY(${[...mediumIds]}::int[])
          RETURNING entry.*),
        changed AS (SELECT list_id || ':' || medium_id AS ref, to_jsonb(removed) AS before, NULL::jsonb AS after
                      FROM removed)
        ${journal(ref, 'entry')}`;
    },

    /** Adds providers, genres and saved filters that the account does not have. */
    async saveChoices(ref: Ref, choices: Choices): Promise<void> {
      await db.$executeRaw`
        WITH written AS (
          INSERT INTO user_medium_providers (user_id, provider_id)
          SELECT ${ref.userId}, id FROM medium_providers WHERE name::text = ANY(${choices.services}::text[])
          ON CONFLICT DO NOTHING RETURNING *),
        changed AS (SELECT provider_id::text AS ref, NULL::jsonb AS before, to_jsonb(written) AS after FROM written)
        ${journal(ref, 'service')}`;
      await db.$executeRaw`
        WITH written AS (
          INSERT INTO user_medium_genres (user_id, genre_id)
          SELECT ${ref.userId}, id FROM genres WHERE title::text = ANY(${choices.genres}::text[])
          ON CONFLICT DO NOTHING RETURNING *),
        changed AS (SELECT genre_id::text AS ref, NULL::jsonb AS before, to_jsonb(written) AS after FROM written)
        ${journal(ref, 'genre')}`;
      await db.$executeRaw`
        WITH written AS (
          INSERT INTO user_preferences (user_id, key, value)
          SELECT ${ref.userId}, key, value FROM jsonb_to_recordset(${JSON.stringify(choices.filters)}::jsonb)
            AS given (key text, value text)
          ON CONFLICT DO NOTHING RETURNING *),
        changed AS (SELECT key AS ref, NULL::jsonb AS before, to_jsonb(written) AS after FROM written)
        ${journal(ref, 'filter')}`;
    },

    /** Reads the settings of the account, to compare them with the defaults and to undo changes. */
    getAccount: async (userId: number): Promise<AccountSettings> =>
      AccountSettings.parse(await db.user.findUniqueOrThrow({ where: { id: userId }, select: SETTINGS })),

    async updateAccount(userId: number, data: Prisma.UserUpdateInput): Promise<void> {
      await db.user.update({ where: { id: userId }, data, select: { id: true } });
    },

    async noteAccount(
      { userId, id }: Ref,
      before: Prisma.InputJsonObject,
      after: Prisma.InputJsonObject,
    ): Promise<void> {
      const change = { userId, importId: id, kind: 'account', ref: 'settings', before, after };
      await db.userImportChange.createMany({ data: [change], skipDuplicates: true });
    },

    findAccountChange: ({ userId, id }: Ref) =>
      db.userImportChange.findFirst({ where: { userId, importId: id, kind: 'account' } }),

    /** Counts the changes of the import by kind. */
    async countChanges({ userId, id }: Ref): Promise<Record<string, number>> {
      const [row] = await db.$queryRaw<Record<string, number>[]>`
        SELECT count(*) FILTER (WHERE kind = 'rating' AND before IS NULL)::int AS ratings_new,
               count(*) FILTER (WHERE kind = 'rating' AND before IS NOT NULL)::int AS ratings_changed,
               count(*) FILTER (WHERE kind = 'seen')::int AS seen,
               count(*) FILTER (WHERE kind = 'hide')::int AS hidden,
               count(*) FILTER (WHERE kind = 'episode')::int AS episodes,
               count(DISTINCT after->>'medium_id') FILTER (WHERE kind = 'episode')::int AS episode_series,
               count(*) FILTER (WHERE kind = 'list')::int AS lists,
               count(*) FILTER (WHERE kind = 'entry' AND after IS NOT NULL)::int AS list_entries
          FROM user_import_changes WHERE user_id = ${userId} AND import_id = ${id}`;
      return row ?? {};
    },
  };
};

export type ImportChangesRepository = ReturnType<typeof createImportChangesRepository>;

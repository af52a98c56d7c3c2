import { SHARE_RATING_MIN, SHARE_REPEAT_SECONDS, SHARE_SUGGESTION_HOURS } from '@marquee/contracts';
import { Prisma } from '@marquee/prisma';
import { AppError } from '#src/core/errors.ts';
import { type Db, isForeignKeyViolation } from '#src/data/database.ts';

export interface RatingRow {
  rating: number;
  tags: string[];
}

/** A rating as it was stored. */
interface Saved extends RatingRow {
  /** Whether the title had no rating before. Only one of several simultaneous calls returns true. */
  isFirst: boolean;
  /** Whether the user may be asked to share the title now. */
  suggestsSharing: boolean;
}

/** Turns a foreign key violation into `not_found`, because the title in the path does not exist. */
async function refuseUnknown<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new AppError('not_found');
    throw error;
  }
}

/**
 * A user gets one suggestion to share in SHARE_SUGGESTION_HOURS, and for the same title again for SHARE_REPEAT_SECONDS.
 * Returns a statement that uses it up, and a row when the user has it.
 */
const useSuggestion = (userId: number, mediumId: number) => Prisma.sql`
  UPDATE users SET share_suggested_medium_id = ${mediumId}, share_suggested_at =
      CASE WHEN share_suggested_at > now() - make_interval(hours => ${SHARE_SUGGESTION_HOURS}::int)
           THEN share_suggested_at ELSE now() END
   WHERE id = ${userId} AND (share_suggested_at IS NULL
         OR share_suggested_at <= now() - make_interval(hours => ${SHARE_SUGGESTION_HOURS}::int)
         OR (share_suggested_medium_id = ${mediumId}
             AND share_suggested_at > now() - make_interval(secs => ${SHARE_REPEAT_SECONDS}::int)))
     AND NOT EXISTS (SELECT FROM user_medium_settings
                      WHERE user_id = ${userId} AND medium_id = ${mediumId} AND not_suggest_sharing)
  RETURNING id`;

/** For lower ratings, because an UPDATE of no row would still run the triggers of `users`. */
const NO_SUGGESTION = Prisma.sql`SELECT WHERE false`;

/**
 * Reads and writes ratings, hides and settings of one user for one title. `find`, `save`, `hide` and `saveSetting` throw
 * `not_found` for an unknown title.
 */
export const createRatingsRepository = (db: Db) => ({
  /** Returns null for a title without a rating. */
  async find(userId: number, mediumId: number): Promise<RatingRow | null> {
    const medium = await db.medium.findUnique({
      where: { id: mediumId },
      select: { ratings: { where: { userId }, select: { rating: true, tags: true } } },
    });
    if (!medium) throw new AppError('not_found');
    return medium.ratings[0] ?? null;
  },

  /**
   * Stores a rating in one statement. One of SHARE_RATING_MIN or more uses up the suggestion to share. Keeps the stored tags
   * when `tags` is null.
   */
  async save(
    userId: number,
    mediumId: number,
    rating: number,
    tags: readonly string[] | null,
  ): Promise<Saved> {
    const suggested = rating >= SHARE_RATING_MIN ? useSuggestion(userId, mediumId) : NO_SUGGESTION;
    const [row] = await refuseUnknown(db.$queryRaw<Saved[]>`
      WITH saved AS (
        INSERT INTO user_medium_ratings AS saved (user_id, medium_id, rating, tags)
        VALUES (${userId}, ${mediumId}, ${rating}, COALESCE(${tags}::text[], '{}'))
        ON CONFLICT (user_id, medium_id) DO UPDATE
          SET rating = excluded.rating, tags = COALESCE(${tags}::text[], saved.tags), updated_at = now()
        RETURNING xmax = 0 AS "isFirst", rating, tags::text[] AS tags
      ), suggested AS (${suggested})
      SELECT saved.*, EXISTS (SELECT FROM suggested) AS "suggestsSharing" FROM saved`);
    if (!row) throw new AppError('not_found');
    return row;
  },

  async delete(userId: number, mediumId: number): Promise<void> {
    await db.userMediumRating.deleteMany({ where: { userId, mediumId } });
  },

  async hide(userId: number, mediumId: number): Promise<void> {
    await refuseUnknown(
      db.userMediumHidden.createMany({ data: [{ userId, mediumId }], skipDuplicates: true }),
    );
  },

  async unhide(userId: number, mediumId: number): Promise<void> {
    await db.userMediumHidden.deleteMany({ where: { userId, mediumId } });
  },

  async saveSetting(userId: number, mediumId: number, notSuggestSharing: boolean): Promise<void> {
    await refuseUnknown(
      db.userMediumSetting.upsert({
        where: { userId_mediumId: { userId, mediumId } },
        create: { userId, mediumId, notSuggestSharing },
        update: { notSuggestSharing },
        select: { userId: true },
      }),
    );
  },

  /** Returns the tags that contain the query, ignoring accents and case. Tags that begin with the query come first. */
  async listTags(query: string): Promise<{ id: number; tag: string }[]> {
    return db.$queryRaw`
      WITH wanted AS (SELECT marquee_search_text(${query}::text) AS query),
           known AS (SELECT id, tag::text AS tag, marquee_search_text(tag::text) AS searched
                       FROM system_medium_tags)
      SELECT id, tag FROM known, wanted
       WHERE position(query IN searched) > 0
       ORDER BY starts_with(searched, query) DESC, searched, id`;
  },
});

export type RatingsRepository = ReturnType<typeof createRatingsRepository>;

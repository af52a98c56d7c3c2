import { SHARE_REPEAT_SECONDS, SHARE_SUGGESTION_HOURS } from '@marquee/contracts';
import { AppError } from '#src/core/errors.ts';
import { type Db, isForeignKeyViolation } from '#src/data/database.ts';

export interface RatingRow {
  rating: number;
  tags: string[];
}

/** A stored rating with what decides whether to suggest sharing. */
interface Saved extends RatingRow {
  /** Whether the title had no rating before. Only one of several simultaneous calls returns true. */
  isFirst: boolean;
  notSuggestSharing: boolean;
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
 * Reads and writes ratings, hides and settings of one user for one title. Writes throw `not_found` for an unknown
 * title.
 */
export const createRatingsRepository = (db: Db) => ({
  /** @throws AppError not_found when the title does not exist. */
  async get(userId: number, mediumId: number) {
    const medium = await db.medium.findUnique({
      where: { id: mediumId },
      select: {
        ratings: { where: { userId }, select: { rating: true, tags: true } },
        settings: { where: { userId }, select: { notSuggestSharing: true } },
      },
    });
    if (!medium) throw new AppError('not_found');
    return {
      rating: medium.ratings[0] ?? null,
      notSuggestSharing: medium.settings[0]?.notSuggestSharing ?? false,
    };
  },

  /** Stores a rating. Keeps the stored tags when `tags` is null. */
  async save(
    userId: number,
    mediumId: number,
    rating: number,
    tags: readonly string[] | null,
  ): Promise<Saved> {
    const given = tags && [...tags];
    const [row] = await refuseUnknown(
      db.$queryRaw<Saved[]>`
        INSERT INTO user_medium_ratings AS saved (user_id, medium_id, rating, tags)
        VALUES (${userId}, ${mediumId}, ${rating}, COALESCE(${given}::text[], '{}'))
        ON CONFLICT (user_id, medium_id) DO UPDATE
          SET rating = excluded.rating, tags = COALESCE(${given}::text[], saved.tags), updated_at = now()
        RETURNING xmax = 0 AS "isFirst", rating, tags::text[] AS tags,
          COALESCE((SELECT not_suggest_sharing FROM user_medium_settings setting
                     WHERE setting.user_id = saved.user_id AND setting.medium_id = saved.medium_id), false)
            AS "notSuggestSharing"`,
    );
    if (!row) throw new AppError('not_found');
    return row;
  },

  /**
   * Uses up the suggestion to share, which a user gets once in SHARE_SUGGESTION_HOURS.
   * @returns whether the user may be asked now. A call for the same title is true for SHARE_REPEAT_SECONDS.
   */
  async suggestSharing(userId: number, mediumId: number): Promise<boolean> {
    const used = await db.$executeRaw`
      UPDATE users SET share_suggested_medium_id = ${mediumId}, share_suggested_at =
          CASE WHEN share_suggested_at > now() - make_interval(hours => ${SHARE_SUGGESTION_HOURS}::int)
               THEN share_suggested_at ELSE now() END
       WHERE id = ${userId} AND (share_suggested_at IS NULL
             OR share_suggested_at <= now() - make_interval(hours => ${SHARE_SUGGESTION_HOURS}::int)
             OR (share_suggested_medium_id = ${mediumId}
                 AND share_suggested_at > now() - make_interval(secs => ${SHARE_REPEAT_SECONDS}::int)))`;
    return used > 0;
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

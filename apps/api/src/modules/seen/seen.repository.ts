import { Prisma } from '@marquee/prisma';
import { AppError } from '#src/core/errors.ts';
import { type Db, isForeignKeyViolation } from '#src/data/database.ts';

/** A missing field keeps what is stored, and null forgets it. */
interface Changes {
  seenOn?: string | null | undefined;
  plays?: number | null | undefined;
  upToSeason?: number | null | undefined;
}

const toDate = (day: string | null | undefined): Date | null | undefined =>
  typeof day === 'string' ? new Date(`${day}T00:00:00Z`) : day;

export const createSeenRepository = (db: Db) => ({
  /** @throws AppError not_found for an unknown title. */
  async save(userId: number, mediumId: number, { seenOn, plays, upToSeason }: Changes): Promise<void> {
    const day = toDate(seenOn);
    const kept = (given: unknown, column: Prisma.Sql): Prisma.Sql =>
      given === undefined ? Prisma.sql`saved.${column}` : Prisma.sql`excluded.${column}`;
    try {
      // One statement, so that of two calls at once neither fails and none is lost.
      await db.$executeRaw`
        INSERT INTO user_medium_seen AS saved (user_id, medium_id, seen_on, plays, up_to_season)
        VALUES (${userId}, ${mediumId}, ${day ?? null}::date, ${plays ?? null}, ${upToSeason ?? null})
        ON CONFLICT (user_id, medium_id) DO UPDATE
          SET by_episodes = false, seen_on = ${kept(day, Prisma.sql`seen_on`)}, plays = ${kept(plays, Prisma.sql`plays`)},
              up_to_season = ${kept(upToSeason, Prisma.sql`up_to_season`)}`;
    } catch (error) {
      if (isForeignKeyViolation(error)) throw new AppError('not_found');
      throw error;
    }
  },

  async delete(userId: number, mediumId: number): Promise<void> {
    await db.userMediumSeen.deleteMany({ where: { userId, mediumId } });
  },

  async isTitle(mediumId: number): Promise<boolean> {
    return (await db.medium.count({ where: { id: mediumId } })) > 0;
  },
});

export type SeenRepository = ReturnType<typeof createSeenRepository>;

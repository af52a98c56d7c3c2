import {
  EPISODE_PLAYS_MAX,
  WATCH_EVENTS_MAX,
  WATCH_REPORTS_MAX,
  type WatchOutcome,
} from '@marquee/contracts';
import { AppError } from '#src/core/errors.ts';
import type { Db } from '#src/data/database.ts';
import { offsetOf, type Page } from '#src/data/paging.ts';
import type { EpisodeNumber } from './report-facts.ts';

const hook = {
  accountName: true,
  furtherNames: true,
  takeRatings: true,
  createdAt: true,
  lastUsedAt: true,
} as const;
/** A report, and what became of it. */
export interface NewReport {
  server: string | null;
  accountName: string | null;
  title: string | null;
  outcome: WatchOutcome;
  mediumId: number | null;
}

const event = {
  id: true,
  medium: { select: { id: true, mergedInto: true } },
  season: true,
  episode: true,
  seenAt: true,
  undoneAt: true,
} as const;

/** Takes the day of an event from the views of its episode. The last view takes the mark along. */
async function undoEpisode(db: Db, userId: number, id: number): Promise<void> {
  const [undone] = await db.$queryRaw<{ mediumId: number; season: number; episode: number; seenOn: Date }[]>`
    UPDATE watch_events SET undone_at = now()
     WHERE user_id = ${userId} AND id = ${id} AND undone_at IS NULL AND episode > 0
    RETURNING medium_id AS "mediumId", season::int AS season, episode::int AS episode, seen_on AS "seenOn"`;
  if (!undone) return;
  const { seenOn, ...place } = undone;
  const where = { userId, ...place, days: { has: seenOn } };
  const gone = await db.userEpisode.deleteMany({ where: { ...where, plays: 1 } });
  if (gone.count > 0) return;
  await db.$executeRaw`
    UPDATE user_episodes SET plays = plays - 1, days = array_remove(days, ${seenOn}::date),
           seen_on = (SELECT max(day) FROM unnest(array_remove(days, ${seenOn}::date)) AS day)
     WHERE user_id = ${userId} AND medium_id = ${place.mediumId} AND season = ${place.season}
       AND episode = ${place.episode} AND ${seenOn}::date = ANY (days)`;
}

export const createWatchedRepository = (db: Db) => ({
  findHook: (userId: number) => db.watchHook.findUnique({ where: { userId }, select: hook }),

  /** Creates the address, or replaces it together with the account name. */
  saveHook: (userId: number, { accountName, secretHash }: { accountName: string; secretHash: string }) => {
    const data = { accountName, secretHash, createdAt: new Date(), lastUsedAt: null };
    return db.watchHook.upsert({
      where: { userId },
      create: { userId, ...data },
      update: data,
      select: hook,
    });
  },

  /** Does nothing when the user has no address. */
  async updateHook(
    userId: number,
    data: { accountName?: string; furtherNames?: string[]; takeRatings?: boolean },
  ): Promise<void> {
    await db.watchHook.updateMany({ where: { userId }, data });
  },

  async deleteHook(userId: number): Promise<void> {
    await db.watchHook.deleteMany({ where: { userId } });
  },

  findBySecret: (secretHash: string) =>
    db.watchHook.findUnique({
      where: { secretHash },
      select: {
        userId: true,
        accountName: true,
        furtherNames: true,
        takeRatings: true,
        user: { select: { timeZone: true } },
      },
    }),

  /** Locks the user until the transaction ends, so that the reports and undos of a user run one after another. */
  async lockUser(userId: number): Promise<void> {
    await db.$executeRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
  },

  async setUsed(userId: number): Promise<void> {
    await db.watchHook.updateMany({ where: { userId }, data: { lastUsedAt: new Date() } });
  },

  /**
   * Stores a view of the day and marks the title as seen, unless the user rated it. A second view of the same day changes
   * nothing, and neither does one whose event was undone.
   * @returns whether anything changed.
   */
  async markSeen(userId: number, mediumId: number, day: string): Promise<boolean> {
    const changed = await db.$executeRaw`
      WITH today AS (SELECT ${day}::date AS day),
      old AS (SELECT seen_on FROM user_medium_seen WHERE user_id = ${userId} AND medium_id = ${mediumId}),
      event AS (
        INSERT INTO watch_events (user_id, medium_id, seen_on, was_seen, previous_seen_on)
        SELECT ${userId}, ${mediumId}, day, EXISTS (SELECT FROM old), (SELECT seen_on FROM old) FROM today
         WHERE NOT EXISTS (
           SELECT FROM user_medium_ratings WHERE user_id = ${userId} AND medium_id = ${mediumId})
        ON CONFLICT DO NOTHING RETURNING seen_on)
      INSERT INTO user_medium_seen AS saved (user_id, medium_id, seen_on)
      SELECT ${userId}, ${mediumId}, seen_on FROM event
      ON CONFLICT (user_id, medium_id) DO UPDATE SET seen_on = greatest(saved.seen_on, excluded.seen_on)`;
    return changed > 0;
  },

  /**
   * Stores a view of an episode on the day. A second view of the same day changes nothing, and neither does one whose event was
   * undone. Triggers make the progress of the series equal to it (`marquee_settle_series`).
   * @returns whether anything changed.
   */
  async markEpisode(
    userId: number,
    mediumId: number,
    { season, episode }: EpisodeNumber,
    day: string,
  ): Promise<boolean> {
    await db.$executeRaw`SELECT marquee_follow_series(${userId}, ${mediumId})`;
    const changed = await db.$executeRaw`
      WITH today AS (SELECT ${day}::date AS day),
      old AS (SELECT seen_on, days FROM user_episodes
               WHERE user_id = ${userId} AND medium_id = ${mediumId} AND season = ${season} AND episode = ${episode}),
      event AS (
        INSERT INTO watch_events (user_id, medium_id, season, episode, seen_on, was_seen, previous_seen_on)
        SELECT ${userId}, ${mediumId}, ${season}, ${episode}, day, EXISTS (SELECT FROM old), (SELECT seen_on FROM old)
          FROM today WHERE NOT EXISTS (SELECT FROM old WHERE day = ANY (old.days))
        ON CONFLICT DO NOTHING RETURNING seen_on)
      INSERT INTO user_episodes AS saved (user_id, medium_id, season, episode, seen_on, days)
      SELECT ${userId}, ${mediumId}, ${season}, ${episode}, seen_on, ARRAY[seen_on] FROM event
      ON CONFLICT (user_id, medium_id, season, episode) DO UPDATE
        SET seen_on = greatest(saved.seen_on, excluded.seen_on), plays = least(saved.plays + 1, ${EPISODE_PLAYS_MAX}::int),
            days = marquee_join_days(saved.days, excluded.days)
        WHERE saved.plays < ${EPISODE_PLAYS_MAX}::int`;
    return changed > 0;
  },

  /** Stores a rating, and keeps its tags and its time when it is the same. */
  async rate(userId: number, mediumId: number, rating: number): Promise<void> {
    await db.$executeRaw`
      INSERT INTO user_medium_ratings AS saved (user_id, medium_id, rating) VALUES (${userId}, ${mediumId}, ${rating})
      ON CONFLICT (user_id, medium_id) DO UPDATE SET rating = excluded.rating, updated_at = now()
        WHERE saved.rating <> excluded.rating`;
  },

  /** Returns the views of a title, or of one episode by its present number, that were reported and not undone, the last one first. */
  async listViews(userId: number, mediumId: number, episode: EpisodeNumber | null): Promise<number[]> {
    await db.$executeRaw`SELECT marquee_follow_series(${userId}, ${mediumId})`;
    const rows = await db.watchEvent.findMany({
      where: { userId, mediumId, undoneAt: null, ...episode },
      select: { id: true },
      orderBy: { seenOn: 'desc' },
    });
    return rows.map(({ id }) => id);
  },

  async deleteEvents(userId: number, ids: readonly number[]): Promise<void> {
    await db.watchEvent.deleteMany({ where: { userId, id: { in: [...ids] } } });
  },

  /** Notes what became of a report, and forgets the oldest ones beyond `WATCH_REPORTS_MAX`. */
  async addReport(userId: number, report: NewReport): Promise<void> {
    await db.watchReport.create({ data: { userId, ...report }, select: { id: true } });
    await db.$executeRaw`
      DELETE FROM watch_reports WHERE user_id = ${userId} AND id <= (
        SELECT id FROM watch_reports WHERE user_id = ${userId} ORDER BY id DESC OFFSET ${WATCH_REPORTS_MAX} LIMIT 1)`;
  },

  listReports: (userId: number, page: Page) =>
    db.watchReport.findMany({
      where: { userId },
      select: {
        receivedAt: true,
        server: true,
        accountName: true,
        title: true,
        outcome: true,
        medium: { select: { id: true, mergedInto: true } },
      },
      orderBy: { id: 'desc' },
      skip: offsetOf(page),
      take: page.perPage,
    }),

  countReports: (userId: number) => db.watchReport.count({ where: { userId } }),

  /** Deletes the oldest events beyond the cap. Their titles stay seen. */
  async deleteOldEvents(userId: number): Promise<void> {
    await db.$executeRaw`
      DELETE FROM watch_events WHERE user_id = ${userId} AND id <= (
        SELECT id FROM watch_events WHERE user_id = ${userId} ORDER BY id DESC OFFSET ${WATCH_EVENTS_MAX} LIMIT 1)`;
  },

  listEvents: (userId: number, page: Page) =>
    db.watchEvent.findMany({
      where: { userId },
      select: event,
      orderBy: { id: 'desc' },
      skip: offsetOf(page),
      take: page.perPage,
    }),

  countEvents: (userId: number) => db.watchEvent.count({ where: { userId } }),

  /** @throws AppError not_found when the event does not belong to the user. */
  async getEvent(userId: number, id: number) {
    const row = await db.watchEvent.findUnique({ where: { userId_id: { userId, id } }, select: event });
    if (!row) throw new AppError('not_found');
    return row;
  },

  /**
   * Marks an event as undone and restores the state before it. A later event that followed on this one keeps the title seen and takes
   * over the state to restore; a change that the user made since stays. Of an episode, only the day of the event goes.
   */
  async undoEvent(userId: number, id: number): Promise<void> {
    await undoEpisode(db, userId, id);
    await db.$executeRaw`
      WITH undone AS (
        UPDATE watch_events SET undone_at = now()
         WHERE user_id = ${userId} AND id = ${id} AND undone_at IS NULL AND episode = 0
        RETURNING medium_id, seen_on, was_seen, previous_seen_on),
      next AS (
        SELECT e.id FROM watch_events e JOIN undone u ON e.medium_id = u.medium_id AND e.seen_on > u.seen_on
         WHERE e.user_id = ${userId} AND e.episode = 0 AND e.undone_at IS NULL AND e.was_seen AND e.previous_seen_on = u.seen_on ORDER BY e.seen_on LIMIT 1),
      passed AS (
        UPDATE watch_events e SET was_seen = u.was_seen, previous_seen_on = u.previous_seen_on
          FROM undone u, next WHERE e.user_id = ${userId} AND e.id = next.id),
      removed AS (
        DELETE FROM user_medium_seen s USING undone u
         WHERE s.user_id = ${userId} AND s.medium_id = u.medium_id AND s.seen_on = u.seen_on AND NOT u.was_seen
           AND NOT EXISTS (SELECT FROM next))
      UPDATE user_medium_seen s SET seen_on = u.previous_seen_on FROM undone u
       WHERE s.user_id = ${userId} AND s.medium_id = u.medium_id AND s.seen_on = u.seen_on AND u.was_seen
         AND NOT EXISTS (SELECT FROM next)`;
  },
});

export type WatchedRepository = ReturnType<typeof createWatchedRepository>;

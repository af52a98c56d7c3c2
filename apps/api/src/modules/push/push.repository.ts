import { PUSH_SUBSCRIPTIONS_MAX } from '@marquee/contracts';
import { Prisma } from '@marquee/prisma';
import type { PushTarget } from '#src/clients/push-service.ts';
import type { Db } from '#src/data/database.ts';
import { OWN_OFFERS } from '#src/titles/own-offers.repository.ts';

/** A user who wants to know what the evening brings. */
export interface EveningUser {
  id: number;
  timeZone: string | null;
  quietFrom: string | null;
  quietTo: string | null;
}

/** What a user is told of: titles that leave or came, and episodes. */
export interface EveningTitle {
  mediumId: number;
  title: string;
  what: 'leaving' | 'arrived' | 'episode';
  provider: string | null;
  season: number | null;
  episode: number | null;
  /** When the episode airs, where that is known, and otherwise null. */
  airAt: Date | null;
  /** The day of the episode where it is made. */
  airDate: string | null;
}

const LIVE = Prisma.sql`EXISTS (
  SELECT FROM push_subscriptions AS p WHERE p.user_id = u.id AND p.session_ends_at > now())`;

/** The subject under which it is noted that a user was told of an evening. */
export const EVENING_SUBJECT = 'evening';
/** Offers that leave in so many days are told of. */
const LEAVING_DAYS = 3;

export const createPushRepository = (db: Db) => ({
  /** Saves the subscription, which may have been another user's, and forgets the oldest beyond the limit. */
  async save(
    userId: number,
    target: PushTarget,
    session: { tokenHash: string; endsAt: Date },
  ): Promise<void> {
    const { endpoint, p256dh, auth } = target;
    // One statement, because two users may send one endpoint at once.
    await db.$executeRaw`
      INSERT INTO push_subscriptions (user_id, endpoint, p256dh, auth, token_hash, session_ends_at)
      VALUES (${userId}, ${endpoint}, ${p256dh}, ${auth}, ${session.tokenHash}, ${session.endsAt})
      ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, id = excluded.id, p256dh = excluded.p256dh,
        auth = excluded.auth, token_hash = excluded.token_hash, session_ends_at = excluded.session_ends_at,
        created_at = excluded.created_at`;
    await db.$executeRaw`
      DELETE FROM push_subscriptions WHERE user_id = ${userId} AND id <= (
        SELECT id FROM push_subscriptions WHERE user_id = ${userId}
         ORDER BY id DESC OFFSET ${PUSH_SUBSCRIPTIONS_MAX} LIMIT 1)`;
  },

  async delete(userId: number, endpoint: string): Promise<void> {
    await db.pushSubscription.deleteMany({ where: { userId, endpoint } });
  },

  listTargets: (userId: number): Promise<PushTarget[]> =>
    db.pushSubscription.findMany({
      where: { userId, sessionEndsAt: { gt: new Date() } },
      select: { endpoint: true, p256dh: true, auth: true },
      orderBy: { id: 'desc' },
    }),

  /** Returns those of the users who want to be told of invitations or rounds, and have a browser for it. */
  async listWanting(kind: 'invitation' | 'round', userIds: readonly number[]): Promise<number[]> {
    if (userIds.length === 0) return [];
    const wanted = kind === 'round' ? Prisma.sql`u.push_round` : Prisma.sql`u.push_invitation`;
    const rows = await db.$queryRaw<{ id: number }[]>`
      SELECT u.id FROM users AS u WHERE u.id = ANY (${[...userIds]}::int[]) AND ${wanted} AND ${LIVE}`;
    return rows.map(({ id }) => id);
  },

  findSettings: (userId: number) =>
    db.user.findUnique({
      where: { id: userId },
      select: {
        timeZone: true,
        quietFrom: true,
        quietTo: true,
        pushEpisode: true,
        pushSaved: true,
        pushInvitation: true,
        pushRound: true,
      },
    }),

  /** Notes that the user is told of something on a day. Returns false when that was noted before. */
  async claim(userId: number, subject: string, day: string): Promise<boolean> {
    const count = await db.$executeRaw`
      INSERT INTO pushes_sent (user_id, subject, day) VALUES (${userId}, ${subject}, ${day}::date)
      ON CONFLICT DO NOTHING`;
    return count > 0;
  },

  /** Takes the note back, because nothing could be sent. */
  async release(userId: number, subject: string, day: string): Promise<void> {
    await db.$executeRaw`
      DELETE FROM pushes_sent WHERE user_id = ${userId} AND subject = ${subject} AND day = ${day}::date`;
  },

  /**
   * Returns the next users who want to be told of titles and have a browser for it, in order of id. Who was told in the last
   * seven hours is left out: mostly, that is this evening.
   */
  listEveningUsers: (after: number, limit: number): Promise<EveningUser[]> =>
    db.$queryRaw<EveningUser[]>`
      SELECT u.id, u.time_zone AS "timeZone", u.quiet_from AS "quietFrom", u.quiet_to AS "quietTo" FROM users AS u
       WHERE u.id > ${after} AND (u.push_saved OR u.push_episode) AND u.disabled_at IS NULL AND ${LIVE}
         AND NOT EXISTS (SELECT FROM pushes_sent AS s WHERE s.user_id = u.id AND s.subject = ${EVENING_SUBJECT}
                            AND s.created_at > now() - interval '7 hours')
       ORDER BY u.id LIMIT ${limit}`,

  /**
   * Returns saved titles that leave one of the user's services in a few days or came to one since the evening before, and the
   * episodes of the day, and of those around it, of series that the user is watching: the zone of the user decides which of them
   * air on the day, and PostgreSQL does not know every name of a zone. The first offers of a service are its stock and no news.
   * @param mediumId only this title, or null for all.
   */
  listEvening: (userId: number, day: string, mediumId: number | null = null): Promise<EveningTitle[]> =>
    db.$queryRaw<EveningTitle[]>`
      WITH last AS (
        SELECT COALESCE(max(created_at), now() - interval '1 day') AS at
          FROM pushes_sent WHERE user_id = ${userId} AND subject = ${EVENING_SUBJECT} AND day < ${day}::date),
      told AS (
        SELECT s.medium_id, 'episode' AS what, NULL AS provider, e.season::int, e.episode::int, e.air_at, e.air_date, 0 AS rank
          FROM users AS u JOIN user_series AS s ON s.user_id = u.id AND s.state = 'watching'
          JOIN episodes AS e ON e.medium_id = s.medium_id AND e.season > 0
           AND COALESCE((e.air_at AT TIME ZONE 'UTC')::date, e.air_date) BETWEEN ${day}::date - 1 AND ${day}::date + 1
         WHERE u.id = ${userId} AND u.push_episode AND NOT EXISTS (
           SELECT FROM user_episodes AS seen WHERE seen.user_id = u.id AND seen.medium_id = e.medium_id
              AND seen.season = e.season AND seen.episode = e.episode)
         UNION ALL
        SELECT saved.medium_id, offer.what, p.name, NULL, NULL, NULL, NULL, offer.rank
          FROM users AS u JOIN user_lists AS l ON l.owner_id = u.id AND l.list_type IN ('watch_later', 'custom')
          JOIN user_list_media AS saved ON saved.list_id = l.id
          ${OWN_OFFERS}
          JOIN medium_providers AS p ON p.id = o.provider_id
          CROSS JOIN last
          CROSS JOIN LATERAL (
            SELECT 'leaving' AS what, 1 AS rank WHERE o.leaving_on = ${day}::date + ${LEAVING_DAYS}::int
             UNION ALL
            SELECT 'arrived', 2 WHERE o.first_seen_at >= last.at AND EXISTS (
              SELECT FROM provider_medium AS stock WHERE stock.provider_id = o.provider_id
                 AND stock.country = o.country AND stock.first_seen_at < last.at)) AS offer
         WHERE u.id = ${userId} AND u.push_saved AND o.medium_id = saved.medium_id
           AND NOT EXISTS (SELECT FROM user_medium_ratings AS r WHERE r.user_id = u.id AND r.medium_id = saved.medium_id)
           AND NOT EXISTS (SELECT FROM user_medium_seen AS s WHERE s.user_id = u.id AND s.medium_id = saved.medium_id)
           AND NOT EXISTS (SELECT FROM user_medium_hiddens AS h WHERE h.user_id = u.id AND h.medium_id = saved.medium_id))
      SELECT medium_id AS "mediumId", m.title, what, provider, season, episode, air_at AS "airAt", air_date::text AS "airDate"
        FROM told JOIN media AS m ON m.id = told.medium_id
       WHERE ${mediumId}::int IS NULL OR m.id = ${mediumId}::int
       ORDER BY rank, m.id, season, episode, provider`,

  /** Returns an invitation that the user has neither accepted nor rejected, at a proven address. */
  findInvitation: (shareId: number, userId: number) =>
    db.userListShare.findFirst({
      where: { id: shareId, userId, state: 'pending', user: { emailVerifiedAt: { not: null } } },
      select: {
        code: true,
        list: { select: { name: true } },
        invitedBy: { select: { displayName: true } },
      },
    }),
});

export type PushRepository = ReturnType<typeof createPushRepository>;

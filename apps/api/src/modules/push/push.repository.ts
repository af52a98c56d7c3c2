import { PUSH_SUBSCRIPTIONS_MAX } from '@marquee/contracts';
import { Prisma } from '@marquee/prisma';
import type { PushTarget } from '#src/clients/push-service.ts';
import type { Db } from '#src/data/database.ts';
import { OWN_OFFERS } from '#src/titles/own-offers.repository.ts';

/** A user who wants to know what the evening brings. */
export interface EveningUser {
  id: number;
  timeZone: string | null;
}

/** What a user is told of: titles that leave or came, and episodes. */
export interface EveningTitle {
  mediumId: number;
  what: 'leaving' | 'arrived' | 'episode';
  offerId: number | null;
  season: number | null;
  episode: number | null;
}

const LIVE = Prisma.sql`EXISTS (
  SELECT FROM push_subscriptions AS p WHERE p.user_id = u.id AND p.session_ends_at > now())`;

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

  /** Returns the next users who want to be told of titles and have a browser for it, in order of id. */
  listEveningUsers: (after: number, limit: number): Promise<EveningUser[]> =>
    db.$queryRaw<EveningUser[]>`
      SELECT u.id, u.time_zone AS "timeZone" FROM users AS u
       WHERE u.id > ${after} AND (u.push_saved OR u.push_episode) AND u.disabled_at IS NULL AND ${LIVE}
       ORDER BY u.id LIMIT ${limit}`,

  /**
   * Returns saved titles that leave one of the user's services in a few days or came to one on the day, and episodes of the day
   * of series that the user is watching, each title once. The first offers of a service are its stock and no news.
   */
  listEvening: (userId: number, day: string): Promise<EveningTitle[]> =>
    db.$queryRaw<EveningTitle[]>`
      WITH told AS (
        SELECT s.medium_id, 'episode' AS what, NULL::int AS offer_id, e.season::int, e.episode::int, 0 AS rank
          FROM users AS u JOIN user_series AS s ON s.user_id = u.id AND s.state = 'watching'
          JOIN episodes AS e ON e.medium_id = s.medium_id AND e.season > 0 AND e.air_date = ${day}::date
         WHERE u.id = ${userId} AND u.push_episode AND NOT EXISTS (
           SELECT FROM user_episodes AS seen WHERE seen.user_id = u.id AND seen.medium_id = e.medium_id
              AND seen.season = e.season AND seen.episode = e.episode)
         UNION ALL
        SELECT saved.medium_id, CASE WHEN o.leaving_on = ${day}::date + ${LEAVING_DAYS}::int THEN 'leaving' ELSE 'arrived' END,
               o.id, NULL, NULL, 1
          FROM users AS u JOIN user_lists AS l ON l.owner_id = u.id AND l.list_type IN ('watch_later', 'custom')
          JOIN user_list_media AS saved ON saved.list_id = l.id
          ${OWN_OFFERS}
         WHERE u.id = ${userId} AND u.push_saved AND o.medium_id = saved.medium_id
           AND (o.leaving_on = ${day}::date + ${LEAVING_DAYS}::int
                OR (o.first_seen_at >= ${day}::date AND o.first_seen_at < ${day}::date + 1 AND EXISTS (
                      SELECT FROM provider_medium AS stock WHERE stock.provider_id = o.provider_id
                         AND stock.country = o.country AND stock.first_seen_at < ${day}::date)))
           AND NOT EXISTS (SELECT FROM user_medium_ratings AS r WHERE r.user_id = u.id AND r.medium_id = saved.medium_id)
           AND NOT EXISTS (SELECT FROM user_medium_seen AS s WHERE s.user_id = u.id AND s.medium_id = saved.medium_id)
           AND NOT EXISTS (SELECT FROM user_medium_hiddens AS h WHERE h.user_id = u.id AND h.medium_id = saved.medium_id))
      SELECT DISTINCT ON (medium_id) medium_id AS "mediumId", what, offer_id AS "offerId", season, episode
        FROM told ORDER BY medium_id, rank, what DESC, season, episode, offer_id`,

  findTitle: (mediumId: number) =>
    db.medium.findUnique({ where: { id: mediumId }, select: { id: true, title: true } }),

  async findProvider(offerId: number): Promise<string | null> {
    const offer = await db.providerMedium.findUnique({
      where: { id: offerId },
      select: { provider: { select: { name: true } } },
    });
    return offer?.provider.name ?? null;
  },

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

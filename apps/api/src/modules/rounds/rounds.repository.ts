import { ROUND_GUEST_HOURS } from '@marquee/contracts';
import type { Prisma } from '@marquee/prisma';
import { AppError } from '#src/core/errors.ts';
import type { Db } from '#src/data/database.ts';
import { offsetOf, type Page } from '#src/data/paging.ts';

/** Distance between the positions of titles in Watch Later. It allows later moves (modules/lists/positions.ts). */
const POSITION_GAP = 1024;

const MEMBER = {
  id: true,
  userId: true,
  guestName: true,
  isHost: true,
  ready: true,
  showMatch: true,
  bands: true,
  user: { select: { displayName: true } },
} as const satisfies Prisma.RoundMemberSelect;

/** Those whom the host has not removed. */
const PRESENT = { removedAt: null } as const satisfies Prisma.RoundMemberWhereInput;

/** Whom the host has neither let in nor refused. */
const WAITING = {
  id: true,
  guestName: true,
  askedAt: true,
  user: { select: { displayName: true } },
} as const satisfies Prisma.RoundWaitingSelect;

const ROUND = {
  id: true,
  code: true,
  shortCode: true,
  mode: true,
  state: true,
  version: true,
  country: true,
  minutes: true,
  mood: true,
  maxAgeRating: true,
  deckIds: true,
  mediumIds: true,
  winnerId: true,
  winner: { select: { title: true } },
  createdAt: true,
  expiresAt: true,
  endedAt: true,
  waiting: { select: WAITING, where: { admitted: null }, orderBy: { id: 'asc' } },
  members: { select: MEMBER, where: PRESENT, orderBy: { id: 'asc' } },
} as const satisfies Prisma.RoundSelect;

export type RoundRow = Prisma.RoundGetPayload<{ select: typeof ROUND }>;
export type MemberRow = RoundRow['members'][number];

export type WaitingRow = RoundRow['waiting'][number];

/** Who somebody is before they are in a round: a user, or a guest by the key of the client. */
export type PersonKey = { userId: number } | { guestKeyHash: string };

export interface RatingRow {
  memberId: number;
  mediumId: number;
  rating: number;
}

export interface VoteRow {
  memberId: number;
  mediumId: number;
  yes: boolean;
}

/** What decides whether an event stream has news, or ends. */
interface Pulse {
  id: number;
  version: number;
  /** The ids of the memberships. */
  userSeats: number[];
  guestSeats: number[];
}

export const createRoundsRepository = (db: Db) => ({
  find: (code: string): Promise<RoundRow | null> => db.round.findUnique({ where: { code }, select: ROUND }),

  /**
   * Returns the round with this short code that has not ended. It may be too late to join.
   * @param among returns it only to these people, who are in the round or have asked to join it.
   */
  findByShortCode: (shortCode: string, among?: readonly PersonKey[]): Promise<RoundRow | null> =>
    db.round.findFirst({
      where: {
        shortCode,
        state: { not: 'ended' },
        ...(among && {
          OR: among.flatMap((who) => [{ members: { some: who } }, { waiting: { some: who } }]),
        }),
      },
      select: ROUND,
    }),

  /** Locks the round until the end of the transaction. Every write to a round starts with this lock. */
  async lock(code: string): Promise<RoundRow | null> {
    await db.$queryRaw`SELECT id FROM rounds WHERE code = ${code} FOR UPDATE`;
    return this.find(code);
  },

  async create(round: Prisma.RoundUncheckedCreateInput, hostId: number): Promise<number> {
    const { id } = await db.round.create({
      data: { ...round, members: { create: { userId: hostId, isHost: true } } },
      select: { id: true },
    });
    return id;
  },

  /** Changes a locked round. Raises its version, of which a trigger informs every process. */
  async change(id: number, given: Prisma.RoundUncheckedUpdateInput = {}): Promise<void> {
    const data = given.state === 'decided' ? { ...given, decidedAt: new Date() } : given;
    await db.round.update({ where: { id }, data: { ...data, version: { increment: 1 } } });
  },

  /** Ends a locked round. Invitations and who waits are deleted now, and guests later (`upkeep.endRounds`). */
  async end(id: number): Promise<void> {
    await this.change(id, { state: 'ended', endedAt: new Date() });
    await db.roundInvitation.deleteMany({ where: { roundId: id } });
    await db.roundWaiting.deleteMany({ where: { roundId: id } });
  },

  /** Deletes the round when nobody is in it. */
  async deleteEmpty(id: number): Promise<void> {
    await db.round.deleteMany({ where: { id, members: { none: PRESENT } } });
  },

  /** Returns how many rounds of this host have not ended. */
  countOpen: (userId: number): Promise<number> =>
    db.roundMember.count({
      where: { userId, isHost: true, round: { state: { not: 'ended' }, expiresAt: { gt: new Date() } } },
    }),

  async addMember(member: Prisma.RoundMemberUncheckedCreateInput): Promise<number> {
    const { id } = await db.roundMember.create({ data: member, select: { id: true } });
    return id;
  },

  /** Returns the membership of a person, also of one whom the host removed. */
  findMember: (roundId: number, who: PersonKey): Promise<{ id: number; removedAt: Date | null } | null> =>
    db.roundMember.findFirst({ where: { roundId, ...who }, select: { id: true, removedAt: true } }),

  async addWaiting(waiting: Prisma.RoundWaitingUncheckedCreateInput): Promise<number> {
    const { id } = await db.roundWaiting.create({ data: waiting, select: { id: true } });
    return id;
  },

  findWaiting: (
    roundId: number,
    who: PersonKey,
  ): Promise<{ id: number; admitted: boolean | null; askedAt: Date } | null> =>
    db.roundWaiting.findFirst({
      where: { roundId, ...who },
      select: { id: true, admitted: true, askedAt: true },
    }),

  async updateAskedAt(id: number): Promise<void> {
    await db.roundWaiting.updateMany({ where: { id }, data: { askedAt: new Date() } });
  },

  async getWaiting(roundId: number, id: number) {
    const waiting = await db.roundWaiting.findFirst({
      where: { roundId, id },
      select: { userId: true, guestName: true, guestKeyHash: true, admitted: true, askedAt: true },
    });
    if (!waiting) throw new AppError('not_found');
    return waiting;
  },

  /** Stores the answer to somebody who waits, if they do. */
  async answerWaiting(roundId: number, who: PersonKey, admitted: boolean): Promise<void> {
    await db.roundWaiting.updateMany({ where: { roundId, ...who }, data: { admitted } });
  },

  async deleteWaiting(roundId: number, who: PersonKey): Promise<void> {
    await db.roundWaiting.deleteMany({ where: { roundId, ...who } });
  },

  /** Deletes those whom the host has not answered, or of them those who last asked before a time. */
  async deleteUnanswered(roundId: number, askedBefore?: Date): Promise<void> {
    await db.roundWaiting.deleteMany({
      where: { roundId, admitted: null, ...(askedBefore && { askedAt: { lte: askedBefore } }) },
    });
  },

  /** Returns whether the host removed this person. */
  async isRemoved(roundId: number, who: { userId: number } | { id: number }): Promise<boolean> {
    return (await db.roundMember.count({ where: { roundId, ...who, removedAt: { not: null } } })) > 0;
  },

  /** Removes a person, with votes and ratings. The row remembers who must not return. */
  async removeMember(id: number): Promise<void> {
    await db.roundVote.deleteMany({ where: { memberId: id } });
    await db.roundRating.deleteMany({ where: { memberId: id } });
    await db.roundMember.update({ where: { id }, data: { removedAt: new Date(), bands: [] } });
  },

  async updateMember(id: number, data: Prisma.RoundMemberUncheckedUpdateInput): Promise<void> {
    await db.roundMember.update({ where: { id }, data });
  },

  async deleteMember(id: number): Promise<void> {
    await db.roundMember.deleteMany({ where: { id } });
  },

  listVotes: (roundId: number): Promise<VoteRow[]> =>
    db.roundVote.findMany({
      where: { member: { roundId, ...PRESENT } },
      select: { memberId: true, mediumId: true, yes: true },
    }),

  async saveVote({ memberId, mediumId, yes }: VoteRow): Promise<void> {
    await db.roundVote.upsert({
      where: { memberId_mediumId: { memberId, mediumId } },
      create: { memberId, mediumId, yes },
      update: { yes },
    });
  },

  listRatings: (memberIds: readonly number[]): Promise<RatingRow[]> =>
    db.roundRating.findMany({
      where: { memberId: { in: [...memberIds] } },
      select: { memberId: true, mediumId: true, rating: true },
    }),

  async saveRatings(memberId: number, ratings: readonly Omit<RatingRow, 'memberId'>[]): Promise<void> {
    await db.$executeRaw`
      INSERT INTO round_ratings (member_id, medium_id, rating)
      SELECT ${memberId}, r."mediumId", r.rating
        FROM jsonb_to_recordset(${JSON.stringify(ratings)}::jsonb) AS r ("mediumId" int, rating smallint)
      ON CONFLICT (member_id, medium_id) DO UPDATE SET rating = excluded.rating`;
  },

  /**
   * Makes the membership of a guest that of a new user. Ratings become the user's, and titles with a yes go to Watch Later, the
   * best for the group first.
   */
  async keepTaste(memberId: number, userId: number): Promise<void> {
    await db.$executeRaw`
      INSERT INTO user_medium_ratings (user_id, medium_id, rating)
      SELECT ${userId}, medium_id, rating FROM round_ratings WHERE member_id = ${memberId}`;
    await db.roundRating.deleteMany({ where: { memberId } });
    await db.$executeRaw`
      INSERT INTO user_list_media (list_id, medium_id, added_by_id, position)
      SELECT list.id, vote.medium_id, ${userId}::int,
             ${POSITION_GAP} * row_number() OVER (ORDER BY array_position(round.medium_ids, vote.medium_id))
        FROM round_votes AS vote
        JOIN round_members AS member ON member.id = vote.member_id
        JOIN rounds AS round ON round.id = member.round_id
        JOIN user_lists AS list ON list.owner_id = ${userId} AND list.list_type = 'watch_later'
       WHERE vote.member_id = ${memberId} AND vote.yes`;
    await db.roundMember.update({
      where: { id: memberId },
      data: { userId, guestName: null, guestKeyHash: null },
    });
  },

  async invite(roundId: number, userIds: readonly number[]): Promise<void> {
    await db.roundInvitation.createMany({
      data: userIds.map((userId) => ({ roundId, userId })),
      skipDuplicates: true,
    });
  },

  async isInvited(roundId: number, userId: number): Promise<boolean> {
    return (await db.roundInvitation.count({ where: { roundId, userId } })) > 0;
  },

  async deleteInvitation(roundId: number, userId: number): Promise<void> {
    await db.roundInvitation.deleteMany({ where: { roundId, userId } });
  },

  /** Returns the rounds that the user is in or invited to, newest first. */
  async list(userId: number, page: Page): Promise<{ rows: RoundRow[]; total: number }> {
    const where: Prisma.RoundWhereInput = {
      OR: [
        { members: { some: { userId, ...PRESENT } } },
        {
          invitations: { some: { userId } },
          state: { not: 'ended' },
          expiresAt: { gt: new Date() },
        },
      ],
    };
    const [rows, total] = await Promise.all([
      db.round.findMany({
        where,
        select: ROUND,
        orderBy: { id: 'desc' },
        skip: offsetOf(page),
        take: page.perPage,
      }),
      db.round.count({ where }),
    ]);
    return { rows, total };
  },

  async getCountry(userId: number): Promise<string> {
    const { country } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { country: true } });
    return country;
  },

  /** Returns the users with whom the user shares a joined list, by name. */
  listCompanions: (userId: number, most: number): Promise<{ id: number; name: string }[]> =>
    db.$queryRaw<{ id: number; name: string }[]>`
      WITH joined AS (
        SELECT id AS list_id FROM user_lists WHERE owner_id = ${userId}
        UNION
        SELECT list_id FROM user_list_shares WHERE user_id = ${userId} AND state = 'accepted'),
      others AS (
        SELECT owner_id AS user_id FROM user_lists JOIN joined ON joined.list_id = user_lists.id
        UNION
        SELECT user_id FROM user_list_shares AS share JOIN joined USING (list_id) WHERE share.state = 'accepted')
      SELECT users.id, users.display_name::text AS name FROM users JOIN others ON others.user_id = users.id
       WHERE users.id <> ${userId} AND users.disabled_at IS NULL
       ORDER BY lower(users.display_name::text), users.id LIMIT ${most}`,

  /** Returns the codes of the rounds that the user is in. */
  async listCodes(userId: number): Promise<string[]> {
    const rows = await db.roundMember.findMany({
      where: { userId },
      select: { round: { select: { code: true } } },
      orderBy: { roundId: 'asc' },
    });
    return rows.map(({ round }) => round.code);
  },

  /** Returns versions and who is in the rounds, by membership, for event streams. */
  listPulses: (roundIds: readonly number[]): Promise<Pulse[]> =>
    db.$queryRaw<Pulse[]>`
      SELECT r.id, r.version,
             COALESCE(array_agg(m.id) FILTER (WHERE m.user_id IS NOT NULL), '{}') AS "userSeats",
             COALESCE(array_agg(m.id) FILTER (WHERE m.user_id IS NULL AND m.id IS NOT NULL), '{}') AS "guestSeats"
        FROM rounds r LEFT JOIN round_members m ON m.round_id = r.id AND m.removed_at IS NULL
             AND (m.user_id IS NOT NULL
                  OR COALESCE(r.ended_at, r.expires_at) > now() - make_interval(hours => ${ROUND_GUEST_HOURS}::int))
       WHERE r.id = ANY (${[...roundIds]}::int[]) GROUP BY r.id`,
});

export type RoundsRepository = ReturnType<typeof createRoundsRepository>;

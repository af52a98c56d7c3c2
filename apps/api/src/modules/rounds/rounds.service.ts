import {
  type CreateRound,
  type InvitedRound,
  type JoinRound,
  LIMITS,
  type PatchRound,
  ROUND_HOURS,
  ROUND_LIST,
  ROUNDS_OPEN_MAX,
  type Round,
  type RoundPreview,
  type RoundSummary,
  type Vote,
} from '@marquee/contracts';
import { ageLevel } from '@marquee/recommender';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError, fieldError } from '#src/core/errors.ts';
import type { JsonText, WithTexts } from '#src/core/json-text.ts';
import { hashToken, type Secrets } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import { type Page, paginate } from '#src/data/paging.ts';
import type { Caller } from '#src/http/authentication.ts';
import { countedKey, type Limits } from '#src/http/rate-limits.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { AccountsRepository } from '#src/modules/accounts/accounts.repository.ts';
import type { PushRepository } from '#src/modules/push/push.repository.ts';
import { writeGuestToken } from './guest-token.ts';
import { newCode, withShortCode } from './round-codes.ts';
import type { RoundTitles } from './round-titles.ts';
import {
  findWinner,
  guestsLeaveAt,
  hasEnded,
  mapInvited,
  mapPreview,
  mapSummary,
  memberOf,
  type RoundCaller,
} from './rounds.mapper.ts';
import type { MemberRow, RoundRow, RoundsRepository } from './rounds.repository.ts';
import { addGuest, addUser, requireHost, type Seat, seatIn } from './seats.ts';

const HOUR_MS = 60 * 60_000;
/** Longest list of companions. Nobody chooses from more. */
const COMPANIONS_MAX = 1_000;
/** A draw is made at most this often while people join and leave. */
const DRAWS = 3;

interface Repos {
  rounds: RoundsRepository;
  accounts: Pick<AccountsRepository, 'lock'>;
  outbox: Pick<OutboxRepository, 'add'>;
  push: Pick<PushRepository, 'listWanting'>;
}

interface Dependencies {
  repos: Pick<Repos, 'rounds'>;
  withTransaction: WithTransaction<Repos>;
  roundTitles: RoundTitles;
  limits: Pick<Limits, 'take' | 'takeAll' | 'tryTake' | 'giveBack'>;
  secrets: Pick<Secrets, 'sign'>;
}

/** The reply of most calls. */
interface PresentedRound {
  round: WithTexts<Round>;
}

async function leaveRound(tx: Pick<Repos, 'rounds'>, row: RoundRow, me: MemberRow): Promise<void> {
  await tx.rounds.deleteMember(me.id);
  await goOnWithout(tx, row, me);
}

/** Ends or continues the round after a person has left it or was removed. */
async function goOnWithout(tx: Pick<Repos, 'rounds'>, row: RoundRow, me: MemberRow): Promise<void> {
  const left = { ...row, members: row.members.filter(({ id }) => id !== me.id) };
  if (me.isHost && row.state !== 'ended') await tx.rounds.end(row.id);
  // The vote of the person who left may have been the last one missing. One person alone has agreed with nobody.
  else if (row.mode === 'swipe' && row.state === 'voting' && left.members.length > 1) {
    const winnerId = findWinner(left, await tx.rounds.listVotes(row.id));
    await tx.rounds.change(row.id, winnerId === null ? {} : { state: 'decided', winnerId });
  } else await tx.rounds.change(row.id);
  await tx.rounds.deleteEmpty(row.id);
}

/** Takes a user out of every round, before the account is deleted. */
export async function leaveEveryRound(tx: Pick<Repos, 'rounds'>, userId: number): Promise<void> {
  for (const code of await tx.rounds.listCodes(userId)) {
    const row = await tx.rounds.lock(code);
    const me = row?.members.find((member) => member.userId === userId);
    if (row && me) await leaveRound(tx, row, me);
  }
}

/**
 * Starts rounds and leads them from open through voting to decided or ended. Every write locks the round, so that a
 * winner is decided once (docs/adr/0035-decide-a-round-under-its-row-lock.md).
 */
export function createRoundsService({ repos, withTransaction, roundTitles, limits, secrets }: Dependencies) {
  /** Runs the work with the locked round. The round's version rises unless the work returns false. */
  async function inRound(
    code: string,
    caller: RoundCaller | null,
    work: (tx: Repos, seat: Seat) => Promise<boolean | undefined>,
  ): Promise<void> {
    await withTransaction(async (tx) => {
      const seat = seatIn(await tx.rounds.lock(code), caller);
      if ((await work(tx, seat)) !== false) await tx.rounds.change(seat.row.id);
    }, `round ${code}`);
  }

  async function present(code: string, caller: RoundCaller | null): Promise<PresentedRound> {
    const { row, me } = seatIn(await repos.rounds.find(code), caller);
    const votes = await repos.rounds.listVotes(row.id);
    const guestIds = row.members.filter(({ userId }) => userId === null).map(({ id }) => id);
    const ratings = row.winnerId === null ? [] : await repos.rounds.listRatings(guestIds);
    return { round: await roundTitles.present(row, me, { votes, ratings }) };
  }

  /**
   * Draws the deck without the lock. Draws again when people joined or left meanwhile, but not for ever, and for nothing else
   * that changes: nobody but the host decides when a round starts.
   */
  async function startVote(code: string, caller: RoundCaller): Promise<void> {
    for (let attempt = 1; attempt <= DRAWS; attempt++) {
      const { row } = seatIn(await repos.rounds.find(code), caller);
      if (row.state !== 'open' || hasEnded(row)) return;
      const ratings = await repos.rounds.listRatings(row.members.map(({ id }) => id));
      const deck = await roundTitles.draw(row, ratings);
      if (deck.mediumIds.length === 0)
        throw fieldError('state', 'No title fits. Start a round with another length, mood or age limit.');
      const isStored = await withTransaction(async (tx) => {
        const now = seatIn(await tx.rounds.lock(code), caller).row;
        if (now.state !== 'open' || hasEnded(now)) return true;
        const here = new Set(now.members.map(({ id }) => id));
        const isSame = here.size === row.members.length && row.members.every(({ id }) => here.has(id));
        if (!isSame && attempt < DRAWS) return false;
        const count = row.mode === 'list' ? ROUND_LIST : deck.mediumIds.length;
        for (const [memberId, bands] of deck.bands)
          if (here.has(memberId)) await tx.rounds.updateMember(memberId, { bands: bands.slice(0, count) });
        await tx.rounds.deleteUnanswered(row.id);
        await tx.rounds.change(row.id, { state: 'voting', mediumIds: deck.mediumIds.slice(0, count) });
        return true;
      }, `round ${code}`);
      if (isStored) return;
    }
  }

  async function decide(code: string, caller: RoundCaller, winner: number | undefined): Promise<void> {
    await inRound(code, caller, async (tx, { row }) => {
      if (row.mode !== 'list')
        throw new AppError('not_permitted', { message: 'The votes decide this round.' });
      if (winner === undefined) throw fieldError('winner', 'Winner is required');
      if (row.state === 'decided' && row.winnerId === winner) return false;
      if (!row.mediumIds.includes(winner)) throw fieldError('winner', 'Winner is not a title of this round');
      if (row.state !== 'voting' || hasEnded(row)) throw new AppError('conflict');
      await tx.rounds.change(row.id, { state: 'decided', winnerId: winner });
      return false;
    });
  }

  /** Returns the round as a guest sees it, with the token of this guest. */
  async function presentToGuest(code: string, memberId: number) {
    const { row } = seatIn(await repos.rounds.find(code), { guestId: memberId });
    const expiresAt = guestsLeaveAt({ ...row, endedAt: null });
    return {
      ...(await present(code, { guestId: memberId })),
      guest_token: writeGuestToken(secrets, { memberId, expiresAt }),
    };
  }

  /** Leaves out companions who got many invitations today. They are invited without a mail, as to lists. */
  async function chooseMailable(companionIds: readonly number[]): Promise<number[]> {
    const mailable: number[] = [];
    for (const id of companionIds) {
      if (await limits.tryTake('roundInvitationsTo', String(id))) mailable.push(id);
    }
    return mailable;
  }

  /** Counts a round and its mails. `giveBack` removes them from the counts when the round is not stored. */
  async function countRound(userId: number, companionIds: readonly number[]) {
    const key = String(userId);
    const by = companionIds.length;
    await limits.take('rounds', key);
    try {
      await limits.takeAll('roundInvitations', key, {
        by,
        max: LIMITS.roundInvitations.max,
        tooMany: (left) => `You can invite ${left} more people by email today. The link works for everybody.`,
      });
    } catch (error) {
      await limits.giveBack('rounds', key);
      throw error;
    }
    const mailable = await chooseMailable(companionIds);
    return {
      mailable,
      async giveBack(): Promise<void> {
        await limits.giveBack('rounds', key);
        await limits.giveBack('roundInvitations', key, by);
        for (const id of mailable) await limits.giveBack('roundInvitationsTo', String(id));
      },
    };
  }

  return {
    async listCompanions({ userId }: Ctx): Promise<{ id: number; name: string }[]> {
      return repos.rounds.listCompanions(userId, COMPANIONS_MAX);
    },

    async create(ctx: Ctx, given: CreateRound): Promise<PresentedRound> {
      const { userId } = ctx;
      const companionIds = [...new Set(given.companion_ids ?? [])];
      if (given.max_age_rating !== undefined && ageLevel(given.max_age_rating) < 0)
        throw fieldError('max_age_rating', 'Max age rating is unknown');
      if (companionIds.length > 0) {
        const companions = new Set((await this.listCompanions(ctx)).map(({ id }) => id));
        if (companionIds.some((id) => !companions.has(id)))
          throw fieldError('companion_ids', 'One of these people shares no list with you');
      }
      const code = newCode();
      const deckIds = roundTitles.chooseDeck();
      // Before the transaction, which must not hold its lock while Redis answers.
      const counted = await countRound(userId, companionIds);
      const store = (shortCode: string): Promise<void> =>
        withTransaction(async (tx) => {
          // The lock of the user makes simultaneous calls count each other's rounds.
          await tx.accounts.lock(userId);
          if ((await tx.rounds.countOpen(userId)) >= ROUNDS_OPEN_MAX)
            throw new AppError('limit_reached', {
              message: `You can have at most ${ROUNDS_OPEN_MAX} open rounds. End one to start another.`,
            });
          const id = await tx.rounds.create(
            {
              code,
              shortCode,
              mode: given.mode,
              country: await tx.rounds.getCountry(userId),
              deckIds,
              minutes: given.minutes ?? null,
              mood: given.mood ?? null,
              maxAgeRating: given.max_age_rating ?? null,
              expiresAt: new Date(Date.now() + ROUND_HOURS * HOUR_MS),
            },
            userId,
          );
          await tx.rounds.invite(id, companionIds);
          await tx.outbox.add(
            ...counted.mailable.map((companionId) => ({
              kind: 'round_invitation' as const,
              userId: companionId,
              payload: { roundId: id },
            })),
            ...(await tx.push.listWanting('round', counted.mailable)).map((companionId) => ({
              kind: 'push' as const,
              userId: companionId,
              payload: { kind: 'round' as const, roundId: id },
            })),
          );
        }, `user ${userId}`);
      await withShortCode(store).catch(async (error: unknown) => {
        await counted.giveBack();
        throw error;
      });
      return present(code, ctx);
    },

    async list(ctx: Ctx, page: Page) {
      const { rows, total } = await repos.rounds.list(ctx.userId, page);
      const rounds = rows.map((row): RoundSummary | InvitedRound => {
        const me = memberOf(row, ctx);
        return me ? mapSummary(row, me) : mapInvited(row);
      });
      return { rounds, pagination: paginate(page, total) };
    },

    /** Returns what whoever has the code may know of the round, or null for an unknown code. */
    async find(code: string): Promise<InvitedRound | null> {
      const row = await repos.rounds.find(code);
      return row && mapInvited(row);
    },

    /** Returns what somebody reads before joining. @throws AppError `not_found` once the round has ended. */
    async getPreview(caller: Ctx | null, ip: string, code: string): Promise<{ preview: RoundPreview }> {
      await limits.take('roundPreviews', countedKey(caller, ip));
      const row = await repos.rounds.find(code);
      const preview = row && !hasEnded(row) ? mapPreview(row) : null;
      if (!preview) throw new AppError('not_found');
      return { preview };
    },

    presentTo: present,
    presentToGuest,

    /** Returns `{round}`: the whole round for its members, the head for an invited user. */
    async get(caller: RoundCaller | null, code: string): Promise<PresentedRound | { round: InvitedRound }> {
      const row = await repos.rounds.find(code);
      if (row && caller && 'userId' in caller && !memberOf(row, caller) && !hasEnded(row)) {
        if (await repos.rounds.isInvited(row.id, caller.userId)) return { round: mapInvited(row) };
      }
      return present(code, caller);
    },

    /** Joins as a member when the caller has a trial or plan, else as a guest. Joining again changes nothing. */
    async join(
      caller: Caller | null,
      ip: string,
      code: string,
      given: JoinRound,
    ): Promise<PresentedRound & { guest_token?: string }> {
      await limits.take('roundJoins', countedKey(caller, ip));
      const { name, guest_key } = given;
      const joined = await withTransaction(async (tx) => {
        const row = await tx.rounds.lock(code);
        if (!row || hasEnded(row)) throw new AppError('not_found');
        const isIn = caller !== null && memberOf(row, caller) !== null;
        if (caller && (caller.isMember || isIn)) {
          await addUser(tx, row, caller.userId);
          return { userId: caller.userId };
        }
        const keyHash = guest_key === undefined ? null : hashToken(guest_key);
        return { guestId: await addGuest(tx, row, { name, keyHash }) };
      }, `round ${code}`);
      return 'userId' in joined ? present(code, joined) : presentToGuest(code, joined.guestId);
    },

    async updateMe(
      caller: RoundCaller | null,
      code: string,
      { ready, show_match }: { ready?: boolean | undefined; show_match?: boolean | undefined },
    ): Promise<PresentedRound> {
      await inRound(code, caller, async (tx, { row, me }) => {
        if (hasEnded(row)) throw new AppError('conflict');
        const next = { ready: ready ?? me.ready, showMatch: show_match ?? me.showMatch };
        if (next.ready === me.ready && next.showMatch === me.showMatch) return false;
        await tx.rounds.updateMember(me.id, next);
        return true;
      });
      return present(code, caller);
    },

    /** Leaves the round. Without its host it ends; the others may now agree on a title. */
    async leave(caller: RoundCaller | null, code: string): Promise<void> {
      await inRound(code, caller, async (tx, { row, me }) => {
        await leaveRound(tx, row, me);
        return false;
      });
    },

    /** Removes a person from the round, as its host. The same user or client cannot return. A repeated call changes nothing. */
    async remove(ctx: Ctx, code: string, memberId: number): Promise<void> {
      await inRound(code, ctx, async (tx, { row, me }) => {
        requireHost(me);
        if (me.id === memberId)
          throw new AppError('not_permitted', {
            message: 'You are the host. You can end the round instead.',
          });
        const member = row.members.find(({ id }) => id === memberId);
        if (member) {
          await tx.rounds.removeMember(memberId);
          await goOnWithout(tx, row, member);
        } else if (!(await tx.rounds.isRemoved(row.id, { id: memberId }))) throw new AppError('not_found');
        return false;
      });
    },

    /** Starts the vote, decides or ends the round, as its host. A repeated call changes nothing. */
    async update(ctx: Ctx, code: string, { state, winner }: PatchRound): Promise<PresentedRound> {
      const { row, me } = seatIn(await repos.rounds.find(code), ctx);
      requireHost(me);
      if (state === 'ended') {
        await inRound(code, ctx, async (tx, seat) => {
          if (seat.row.state !== 'ended') await tx.rounds.end(seat.row.id);
          return false;
        });
      } else if (state === 'decided') await decide(code, ctx, winner);
      else {
        if (row.state === 'decided' || hasEnded(row)) throw new AppError('conflict');
        await startVote(code, ctx);
      }
      return present(code, ctx);
    },

    /** Returns the twenty titles for a guest to rate. */
    async getDeck(caller: RoundCaller | null, code: string): Promise<{ media: JsonText[] }> {
      const { row, me } = seatIn(await repos.rounds.find(code), caller);
      const ratings = await repos.rounds.listRatings([me.id]);
      return roundTitles.presentDeck(row, new Map(ratings.map(({ mediumId, rating }) => [mediumId, rating])));
    },

    async rate(
      caller: RoundCaller | null,
      code: string,
      ratings: readonly { medium_id: number; rating: number }[],
    ): Promise<PresentedRound> {
      await inRound(code, caller, async (tx, { row, me }) => {
        if (me.userId !== null)
          throw new AppError('not_permitted', { message: 'Only guests rate this deck.' });
        if (row.state !== 'open' || hasEnded(row))
          throw new AppError('conflict', { message: 'The round has started. Ratings no longer change it.' });
        const last = new Map(ratings.map(({ medium_id, rating }) => [medium_id, rating]));
        if ([...last.keys()].some((id) => !row.deckIds.includes(id)))
          throw fieldError('ratings', 'One of these titles is not in the deck');
        if (last.size === 0) return false;
        await tx.rounds.saveRatings(
          me.id,
          Array.from(last, ([mediumId, rating]) => ({ mediumId, rating })),
        );
        return true;
      });
      return present(code, caller);
    },

    /** Stores a vote. In mode `swipe`, the first title that everybody present wants is the winner. */
    async vote(
      caller: RoundCaller | null,
      code: string,
      mediumId: number,
      vote: Vote,
    ): Promise<PresentedRound> {
      await inRound(code, caller, async (tx, { row, me }) => {
        if (!row.mediumIds.includes(mediumId)) throw new AppError('not_found');
        const yes = vote === 'yes';
        const votes = await tx.rounds.listVotes(row.id);
        const own = votes.find((other) => other.memberId === me.id && other.mediumId === mediumId);
        if (own?.yes === yes) return false;
        if (row.state !== 'voting' || hasEnded(row))
          throw new AppError('conflict', { message: 'This round is decided. Please load it again.' });
        await tx.rounds.saveVote({ memberId: me.id, mediumId, yes });
        const others = votes.filter((other) => other !== own);
        const winnerId =
          row.mode === 'swipe' && yes
            ? findWinner({ ...row, mediumIds: [mediumId] }, [...others, { memberId: me.id, mediumId, yes }])
            : null;
        await tx.rounds.change(row.id, winnerId === null ? {} : { state: 'decided', winnerId });
        return false;
      });
      return present(code, caller);
    },

    /** Deletes a round from the caller's evenings. @throws AppError `not_found` while the caller is in it. */
    async forget(ctx: Ctx, code: string): Promise<void> {
      await withTransaction(async (tx) => {
        const row = await tx.rounds.lock(code);
        if (!row) return;
        const me = memberOf(row, ctx);
        if (me && !hasEnded(row)) throw new AppError('not_found');
        if (me) await tx.rounds.deleteMember(me.id);
        await tx.rounds.deleteInvitation(row.id, ctx.userId);
        await tx.rounds.deleteEmpty(row.id);
      }, `round ${code}`);
    },

    /** Returns the caller's seat for an event stream. */
    async getSeat(caller: RoundCaller | null, code: string) {
      const { row, me } = seatIn(await repos.rounds.find(code), caller);
      return { roundId: row.id, memberId: me.id, version: row.version };
    },
  };
}

export type RoundsService = ReturnType<typeof createRoundsService>;

import {
  type JoinByShortCode,
  MESSAGES,
  ROUND_WAITING_MAX,
  type Round,
  type WaitingReply,
} from '@marquee/contracts';
import type { BotCheck } from '#src/clients/bot-check.ts';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError, fieldError } from '#src/core/errors.ts';
import type { WithTexts } from '#src/core/json-text.ts';
import { hashToken } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { Caller } from '#src/http/authentication.ts';
import { type Counted, countedKey, ipKey, type Limits } from '#src/http/rate-limits.ts';
import {
  goneBefore,
  hasEnded,
  hasGone,
  hostNameOf,
  nameOf,
  shortCodeOf,
  waitingIn,
} from './rounds.mapper.ts';
import type { PersonKey, RoundRow, RoundsRepository } from './rounds.repository.ts';
import type { RoundsService } from './rounds.service.ts';
import { addGuest, addUser, distinctName, requireFreeSeat, requireHost, seatIn } from './seats.ts';

interface Repos {
  rounds: RoundsRepository;
}

interface Dependencies {
  repos: Repos;
  withTransaction: WithTransaction<Repos>;
  limits: Pick<Limits, 'take' | 'takeEach' | 'tryTakeEach'>;
  botCheck: Pick<BotCheck, 'verify'>;
  rounds: Pick<RoundsService, 'presentTo' | 'presentToGuest'>;
}

/** What a person is in a round to which the person came by the short code. */
type Place = { memberId: number } | { waitingId: number; askedAt: Date };

/** Who sends a short code. */
interface Asking {
  caller: Caller | null;
  ip: string;
  shortCode: string;
  who: PersonKey;
}

/** All clients together are counted by one key. */
const EVERYBODY = 'all';

/** A person asks every few seconds. It is stored this often at most. */
const STORE_ASKED_MS = 15_000;

/**
 * The waiting room of a round. A short code has 30 bits and is read out in a room, so it gives no access: who comes by it
 * waits until the host lets them in (docs/adr/0041-let-the-host-admit-who-comes-by-a-short-code.md).
 */
export function createWaitingService(deps: Dependencies) {
  const { repos, withTransaction, limits, botCheck, rounds } = deps;

  /**
   * Returns what the person already is in the round, or null for a stranger.
   * @throws AppError `not_found` when the host has refused or removed the person.
   */
  async function findPlace(tx: Repos, row: RoundRow, who: PersonKey): Promise<Place | null> {
    const member = await tx.rounds.findMember(row.id, who);
    if (member?.removedAt) throw new AppError('not_found');
    if (member) return { memberId: member.id };
    const waiting = await tx.rounds.findWaiting(row.id, who);
    if (waiting?.admitted === false) throw new AppError('not_found');
    // Who was let in and has left waits again.
    return waiting?.admitted === null ? { waitingId: waiting.id, askedAt: waiting.askedAt } : null;
  }

  /** Returns the round with this short code unless it is over. `among` as in the repository. */
  async function findOpen(shortCode: string, among?: readonly PersonKey[]): Promise<RoundRow | null> {
    const row = await repos.rounds.findByShortCode(shortCode, among);
    return row && !hasEnded(row) ? row : null;
  }

  /**
   * Counts a code before it is looked up, so that a client over its limit learns nothing about further codes. `giveBack`
   * removes it from the counts when it was right.
   */
  async function countGuess(asking: Asking, proof: JoinByShortCode['recaptcha']): Promise<Counted> {
    const { caller, ip } = asking;
    const own = await limits.takeEach([['wrongRoundCodes', countedKey(caller, ip)]]);
    const all = await limits.tryTakeEach([['allWrongRoundCodes', EVERYBODY]]);
    const giveBack = async (): Promise<void> => {
      await own.giveBack();
      await all?.giveBack();
    };
    if (all !== null) return { giveBack };
    try {
      await botCheck.verify({ proof, action: 'round_code', ip });
    } catch (error) {
      await giveBack();
      throw error;
    }
    return { giveBack };
  }

  /** Lets a person wait, once. @throws AppError `limit_reached` when too many wait. */
  async function askToJoin(code: string, who: PersonKey, given: JoinByShortCode): Promise<Place> {
    return withTransaction(async (tx) => {
      const row = await tx.rounds.lock(code);
      if (!row || shortCodeOf(row) === null) throw new AppError('not_found');
      const place = await findPlace(tx, row, who);
      if (place) return place;
      requireFreeSeat(row);
      if (waitingIn(row).length >= ROUND_WAITING_MAX)
        throw new AppError('limit_reached', {
          message: `${ROUND_WAITING_MAX} people are waiting already. Ask the host for the link.`,
        });
      await tx.rounds.deleteWaiting(row.id, who);
      // People who stopped asking do not count, and need a free place to wait again.
      await tx.rounds.deleteUnanswered(row.id, goneBefore());
      await tx.rounds.change(row.id);
      const askedAt = new Date();
      if ('userId' in who)
        return { waitingId: await tx.rounds.addWaiting({ roundId: row.id, askedAt, ...who }), askedAt };
      if (given.name === undefined) throw fieldError('name', MESSAGES.displayNameRequired);
      const guestName = distinctName([...row.members, ...waitingIn(row)].map(nameOf), given.name);
      return {
        waitingId: await tx.rounds.addWaiting({ roundId: row.id, guestName, askedAt, ...who }),
        askedAt,
      };
    }, `round ${code}`);
  }

  /** Stores that a waiting person still asks. Tells the host when the person had stopped asking before. */
  async function storeAsked({ code }: RoundRow, place: { waitingId: number; askedAt: Date }): Promise<void> {
    if (Date.now() - place.askedAt.getTime() < STORE_ASKED_MS) return;
    await withTransaction(async (tx) => {
      const row = await tx.rounds.lock(code);
      await tx.rounds.updateAskedAt(place.waitingId);
      if (row && hasGone(place)) await tx.rounds.change(row.id);
    }, `round ${code}`);
  }

  /** Lets a person wait for the round with this code. Wrong codes stay counted. */
  async function tryCode(asking: Asking, given: JoinByShortCode): Promise<{ row: RoundRow; place: Place }> {
    const { caller, ip, shortCode, who } = asking;
    const guess = await countGuess(asking, given.recaptcha);
    try {
      const row = await findOpen(shortCode);
      if (!row) throw new AppError('not_found');
      await limits.take('roundJoins', countedKey(caller, ip));
      // A new key is free, so that keys alone could fill the room.
      if ('guestKeyHash' in who) await limits.take('roundGuests', `${row.id}:${ipKey(ip)}`);
      const place = await askToJoin(row.code, who, given);
      await guess.giveBack();
      return { row, place };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') await guess.giveBack();
      throw error;
    }
  }

  return {
    /**
     * Asks the host to be let in. A waiting person repeats the call, which counts only toward the limit of calls.
     * @returns `{waiting}`, or the round for who was let in.
     * @throws AppError `not_found` for a wrong or old code, a refused person, and a round that started or ended.
     */
    async joinByShortCode(
      caller: Caller | null,
      ip: string,
      shortCode: string,
      given: JoinByShortCode,
    ): Promise<WaitingReply | { round: WithTexts<Round>; guest_token?: string }> {
      const keys: PersonKey[] = [];
      if (caller) keys.push({ userId: caller.userId });
      if (given.guest_key !== undefined) keys.push({ guestKeyHash: hashToken(given.guest_key) });
      // A waiting person repeats a known code every few seconds, which is no guess.
      const known = await findOpen(shortCode, keys);
      const isIn = caller !== null && known?.members.some(({ userId }) => userId === caller.userId);
      let who: PersonKey;
      if (caller && (caller.isMember || isIn)) who = { userId: caller.userId };
      else if (given.guest_key !== undefined) who = { guestKeyHash: hashToken(given.guest_key) };
      else throw fieldError('guest_key', 'Please send a key of 16 characters, by which we know you again');
      const own = known && (await findPlace(repos, known, who));
      const { row, place } = own
        ? { row: known, place: own }
        : await tryCode({ caller, ip, shortCode, who }, given);
      if ('waitingId' in place) {
        await storeAsked(row, place);
        return { waiting: { id: place.waitingId, host_name: hostNameOf(row) ?? '', mode: row.mode } };
      }
      return 'userId' in who
        ? rounds.presentTo(row.code, who)
        : rounds.presentToGuest(row.code, place.memberId);
    },

    /** Lets a waiting person in or refuses them, as the host. A repeated answer changes nothing. */
    async answer(
      ctx: Ctx,
      code: string,
      { waitingId, admit }: { waitingId: number; admit: boolean },
    ): Promise<{ round: WithTexts<Round> }> {
      await withTransaction(async (tx) => {
        const { row, me } = seatIn(await tx.rounds.lock(code), ctx);
        requireHost(me);
        const waiting = await tx.rounds.getWaiting(row.id, waitingId);
        if (waiting.admitted === admit) return;
        if (waiting.admitted === null && hasGone(waiting))
          throw new AppError('not_found', { message: 'This person no longer waits.' });
        if (waiting.admitted !== null || hasEnded(row)) throw new AppError('conflict');
        const { userId, guestName, guestKeyHash } = waiting;
        const who = userId !== null ? { userId } : { guestKeyHash: guestKeyHash ?? '' };
        if (!admit) await tx.rounds.change(row.id);
        else if (userId !== null) await addUser(tx, row, userId);
        else await addGuest(tx, row, { name: guestName ?? undefined, keyHash: guestKeyHash });
        await tx.rounds.answerWaiting(row.id, who, admit);
      }, `round ${code}`);
      return rounds.presentTo(code, ctx);
    },
  };
}

export type WaitingService = ReturnType<typeof createWaitingService>;

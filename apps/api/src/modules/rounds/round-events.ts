import { Readable } from 'node:stream';
import { ROUND_COMMENT_MS, ROUND_STREAMS_MAX } from '@marquee/contracts';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#src/core/errors.ts';
import { type Caller, isSessionLive } from '#src/http/authentication.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import type { RoundsRepository } from './rounds.repository.ts';

/** Streams are checked this often besides the notifications, so that a lost notification delays an event only so long. */
const CHECK_MS = 1_000;

interface Stream {
  roundId: number;
  memberId: number;
  /** The user's session; null for a guest. */
  session: Pick<Caller, 'userId' | 'token' | 'tokenVersion'> | null;
  /** The last version that was sent. */
  version: number;
  body: Readable;
}

interface Dependencies {
  repos: { rounds: Pick<RoundsRepository, 'listPulses'> };
  users: Pick<UserCache, 'findAccess'>;
  log: Pick<FastifyBaseLogger, 'error'>;
}

const personOf = ({ session, memberId }: Pick<Stream, 'session' | 'memberId'>): string =>
  session ? `user ${session.userId}` : `guest ${memberId}`;

/**
 * The open event streams of this process. The trigger `rounds_notify` tells every process of a round's new version, so that
 * two processes serve one round.
 */
export function createRoundEvents({ repos, users, log }: Dependencies) {
  const streams = new Set<Stream>();
  let checking: Promise<void> | null = null;
  let isAskedAgain = false;
  let timer: NodeJS.Timeout | undefined;
  let commenting: NodeJS.Timeout | undefined;

  function stop(stream: Stream): void {
    streams.delete(stream);
    stream.body.push(null);
    if (streams.size > 0) return;
    clearInterval(timer);
    clearInterval(commenting);
    timer = undefined;
    commenting = undefined;
  }

  function send(stream: Stream, version: number): void {
    stream.version = version;
    stream.body.push(`id: ${version}\nevent: round\ndata: {"version":${version}}\n\n`);
  }

  async function isLive({ session }: Stream): Promise<boolean> {
    if (!session) return true;
    const access = await users.findAccess(session.userId);
    return access !== null && !access.disabled && isSessionLive(access, session);
  }

  async function checkOnce(): Promise<void> {
    const open = [...streams];
    const pulses = new Map(
      (await repos.rounds.listPulses([...new Set(open.map(({ roundId }) => roundId))])).map((pulse) => [
        pulse.id,
        pulse,
      ]),
    );
    for (const stream of open) {
      const pulse = pulses.get(stream.roundId);
      // A guest who kept the taste is in the round as a user, whom the guest's token does not reach.
      const seats = stream.session ? pulse?.userSeats : pulse?.guestSeats;
      if (!pulse || !seats?.includes(stream.memberId) || !(await isLive(stream))) stop(stream);
      else if (pulse.version > stream.version) send(stream, pulse.version);
    }
  }

  /** Checks all streams. Calls during a check cause one further check. */
  function check(): void {
    if (streams.size === 0) return;
    if (checking) {
      isAskedAgain = true;
      return;
    }
    checking = checkOnce()
      // PostgreSQL is down: the streams stay, and the next check sends what they missed.
      .catch((err: unknown) => log.error({ err }, 'event streams of rounds could not be checked'))
      .finally(() => {
        checking = null;
        if (!isAskedAgain) return;
        isAskedAgain = false;
        check();
      });
  }

  return {
    /** Handles the notification of a changed round. */
    check,

    /**
     * Opens a stream, which starts with the current version unless the client has it.
     * @throws AppError `too_many_requests` over three streams of one person.
     */
    open(
      seat: { roundId: number; memberId: number; version: number },
      session: Stream['session'],
      lastEventId: string | undefined,
    ): Readable {
      const person = personOf({ session, memberId: seat.memberId });
      if ([...streams].filter((stream) => personOf(stream) === person).length >= ROUND_STREAMS_MAX)
        throw new AppError('too_many_requests', { retryAfter: ROUND_COMMENT_MS / 1_000 });
      // Nothing is read on demand: events are pushed when they happen.
      const stream: Stream = { ...seat, session, body: new Readable({ read: () => {} }) };
      streams.add(stream);
      stream.body.once('close', () => stop(stream));
      // A comment first, so that the headers are sent at once.
      stream.body.push(': connected\n\n');
      if (lastEventId !== String(seat.version)) send(stream, seat.version);
      timer ??= setInterval(check, CHECK_MS);
      commenting ??= setInterval(() => {
        for (const { body } of streams) body.push(': still here\n\n');
      }, ROUND_COMMENT_MS);
      return stream.body;
    },

    /** Ends all streams, so that the server can close. */
    close(): void {
      for (const stream of [...streams]) stop(stream);
    },
  };
}

export type RoundEvents = ReturnType<typeof createRoundEvents>;

import type { RouteContract } from '@marquee/contracts';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { type Asker, askedBy } from '#src/core/asker.ts';
import { AppError } from '#src/core/errors.ts';
import { patiently } from '#src/core/patience.ts';
import { createProcessorTime } from '#src/core/processor-time.ts';
import { createCallTurns } from './call-turns.ts';
import { ipKey, type Limits } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The processor time that the request has used, in milliseconds. */
    spentMs: number;
    /** The processor time that other threads have taken for it, in milliseconds. */
    drawnMs: number;
    /** What of `spentMs` counts toward the caller's turns already, and the units that were charged. */
    addedMs: number;
    chargedUnits: number;
    /** Resolves when the call has made its reply. Whether a client reads it, or has left, is not waited for. */
    ended: PromiseWithResolvers<void> | null;
    asker: Asker | null;
  }
}

/** A plain page of the app costs no more, although the first one after a rating takes longer. */
const PLAIN_MAX = 3;
/** Pages beyond are no plain ones. Somebody who scrolls so far has seen hundreds of titles. */
const PLAIN_PAGES = 10;
const PLAIN_QUERY_CHARS = 60;
/** A call answers within 5 s, also one that waits for its turn. */
const WAIT_MS = 4_000;
const RETRY_AFTER_S = 5;
/** The most that short calls make up for, in usual pages. The first calls of a process take long, so a caller begins with it. */
const SAVED_MAX = 30;
const CALLERS_KEPT = 10_000;

/** The keys of a user take turns apart from the user's sessions, so that a script delays no screen. */
const keyOf = ({ caller, guest, ip }: FastifyRequest): string =>
  caller ? `${caller.key ? 'keys:' : ''}${caller.userId}` : guest ? `guest:${guest.memberId}` : ipKey(ip);

/** Calls that take long without using this thread would only block those behind them: uploads, exports and events. */
const isLong = ({ upload, textType }: RouteContract): boolean =>
  upload === true || textType === 'text/event-stream' || textType === 'text/csv';

/** Returns whether a request waits for its turn and is charged: a call, or a picture that is drawn for a stranger. */
function isCharged({ routeOptions: { config } }: FastifyRequest): boolean {
  const { contract, countsAsCall = false } = config;
  if (contract === undefined) return countsAsCall;
  return contract.access !== 'signed' && contract.access !== 'operations' && !isLong(contract);
}

/** Returns whether a call is one that a screen makes, and not the worst that its parameters allow. */
function isPlain({ method, query }: FastifyRequest): boolean {
  const { page = 1, sort, query: words = '' } = Object(query);
  return (
    method === 'GET' && page <= PLAIN_PAGES && sort === undefined && String(words).length <= PLAIN_QUERY_CHARS
  );
}

/** Returns how many usual pages a call has taken, as a fraction. */
export function unitsOf(request: FastifyRequest, pageMs: number): number {
  const units = request.spentMs / pageMs;
  return (isPlain(request) ? Math.min(units, PLAIN_MAX) : units) + request.drawnMs / pageMs;
}

/**
 * Turns what calls took into what is charged beyond what was counted when they came. Short calls make up for a long one,
 * because the time of a call varies by chance, and the limit is about their sum.
 */
export function createBalances() {
  const balances = new LRUCache<string, number>({ max: CALLERS_KEPT });
  return (key: string, taken: number, counted: number): number => {
    const owed = Math.max(-SAVED_MAX, (balances.get(key) ?? -SAVED_MAX) + taken - counted);
    const charged = Math.max(0, Math.floor(owed));
    balances.set(key, owed - charged);
    return charged;
  };
}

interface Options {
  limits: Pick<Limits, 'charge'>;
  enabled: boolean;
  /** Returns the processor time of a usual page in milliseconds. */
  pageMs: () => number;
}

/**
 * Measures the processor time of each call, counts it toward the caller's limit of calls, and lets callers take turns. Register
 * this plugin after `authentication`.
 */
export const charging = fp(async (app, { limits, enabled, pageMs }: Options) => {
  const time = createProcessorTime();
  const turns = createCallTurns({ pageMs });
  const charge = createBalances();
  if (enabled) time.start();
  app.addHook('onClose', async () => time.stop());
  app.decorateRequest('spentMs', 0);
  app.decorateRequest('drawnMs', 0);
  app.decorateRequest('addedMs', 0);
  app.decorateRequest('chargedUnits', 0);

  const toAsker = (request: FastifyRequest): Asker => ({
    key: keyOf(request),
    isMember: request.caller?.isMember ?? false,
    hasLeft: () => request.raw.socket.destroyed,
    settle() {
      if (enabled) request.spentMs += time.take();
    },
    spend(ms) {
      request.drawnMs += ms;
    },
  });

  /** Charges what a call has taken since it was charged last. The first of its units was counted when it came. */
  function account(request: FastifyRequest, key: string): void {
    turns.add(key, request.spentMs - request.addedMs);
    request.addedMs = request.spentMs;
    const taken = unitsOf(request, pageMs());
    const units = charge(key, taken, request.chargedUnits);
    request.chargedUnits = Math.max(request.chargedUnits, taken);
    const { caller } = request;
    limits.charge('calls', caller ? String(caller.userId) : key, units);
    if (caller?.key) limits.charge('keyCalls', String(caller.userId), units);
  }

  app.decorateRequest('asker', null);
  app.decorateRequest('ended', null);
  // Not before the body is read, since its events run in the context of the connection.
  app.addHook('preHandler', (request, _reply, done) => {
    const asker = toAsker(request);
    request.asker = asker;
    if (!enabled || !isCharged(request)) return askedBy(asker, done);
    const ended = Promise.withResolvers<void>();
    request.ended = ended;
    asker.settle();
    request.chargedUnits = request.routeOptions.config.contract?.cost ?? 1;
    let hasStarted = false;
    const call = async (): Promise<number> => {
      hasStarted = true;
      done();
      // A call that waits for another server uses no processor, and one whose client has left may send no reply.
      const timer = setTimeout(ended.resolve, patiently(WAIT_MS));
      await ended.promise;
      clearTimeout(timer);
      account(request, asker.key);
      return request.spentMs;
    };
    const turn = askedBy(asker, () => turns.run(asker.key, Date.now() + patiently(WAIT_MS), call));
    turn.catch((cause: Error) => {
      if (hasStarted) throw cause;
      // Without debts the call waited for the caller's other calls, which something else has held up.
      const isBusy = turns.isBusy(asker.key);
      done(isBusy ? new AppError('too_many_requests', { retryAfter: RETRY_AFTER_S, cause }) : cause);
    });
  });
  app.addHook('onSend', async (request) => {
    request.asker?.settle();
    request.ended?.resolve();
    // A call that gave its place back before it ended is charged for the rest.
    if (request.asker && request.addedMs > 0) account(request, request.asker.key);
  });
});

import { LIMITS } from '@marquee/contracts';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type Count, createMemoryCounts, type SharedCounts } from '#src/clients/limit-counts.ts';
import { AppError, orNullIfTooMany } from '#src/core/errors.ts';

/** The limits on the number of requests, counted by `countRequests` and `authentication`. */
type RequestLimit = 'calls' | 'keyCalls' | 'anonymous' | 'webhooks';
/** The limits that services count by calling `take` or `takeAll`. */
export type LimitName = Exclude<keyof typeof LIMITS, RequestLimit>;

/**
 * Returns an IPv4 address, or the /64 network of an IPv6 address. One customer usually has a whole /64
 * network.
 */
export function ipKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = (ip.split('%')[0] ?? ip).split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Returns who a call counts for: the user, so that strangers behind the same address use up nothing, or else the address. */
export const countedKey = (caller: { userId: number } | null, ip: string): string =>
  caller ? `user:${caller.userId}` : ipKey(ip);

/** A counted call. */
export interface Counted {
  /** Removes the call from the counts. */
  giveBack(): Promise<void>;
}

interface Options {
  enabled: boolean;
  /** Counters shared by all processes. With null, each process counts only its own calls. */
  shared: Pick<SharedCounts, 'add'> | null;
}

/**
 * Creates the limits of docs/api.md#limits. Every process also keeps its own counts, which apply while Redis
 * is unreachable.
 */
export function createLimits({ enabled, shared }: Options) {
  const memory = new Map<string, ReturnType<typeof createMemoryCounts>>();
  const refused = new Map<string, number>();

  function countsOf(name: LimitName | RequestLimit) {
    const counts = memory.get(name) ?? createMemoryCounts();
    memory.set(name, counts);
    return counts;
  }

  function refuse(name: LimitName | RequestLimit, count: Count, message?: string): AppError {
    refused.set(name, (refused.get(name) ?? 0) + 1);
    return new AppError('too_many_requests', {
      ...(message !== undefined && { message }),
      retryAfter: Math.max(1, Math.ceil((count.resetsAt - Date.now()) / 1_000)),
    });
  }

  /**
   * Counts calls unless the count would exceed `max`, in one step, so that of many simultaneous calls as many succeed as
   * the limit allows. Returns the count after these calls, or the count that was refused.
   */
  async function addUpTo(name: LimitName, key: string, by: number, max: number): Promise<Count> {
    const { windowMs } = LIMITS[name];
    const own = countsOf(name).addUpTo(key, windowMs, by, max);
    if (shared === null || own.count > max) return own;
    // The Redis client logs its failures. The count of this process still applies.
    const all = await shared.add(`${name}:${key}`, windowMs, by, max).catch(() => own);
    if (all.count > max) countsOf(name).add(key, windowMs, -by);
    return all.count > own.count ? all : own;
  }

  return {
    /**
     * Counts one call.
     * @throws AppError `too_many_requests` over the limit.
     */
    async take(name: LimitName, key: string): Promise<void> {
      if (!enabled) return;
      const { max } = LIMITS[name];
      const count = await addUpTo(name, key, 1, max);
      if (count.count > max) throw refuse(name, count);
    },

    /** Counts one call. Returns false instead when the call would exceed the limit. */
    async tryTake(name: LimitName, key: string): Promise<boolean> {
      return (await this.tryTakeEach([[name, key]])) !== null;
    },

    /**
     * Counts `by` calls together, or none of them if they would exceed the limit.
     * @param tooMany returns the message of the refusal for the number of calls that are still allowed.
     * @throws AppError `too_many_requests` when the calls would exceed `max`.
     */
    async takeAll(
      name: LimitName,
      key: string,
      { by, max, tooMany }: { by: number; max: number; tooMany: (left: number) => string },
    ): Promise<void> {
      if (!enabled || by === 0) return;
      const count = await addUpTo(name, key, by, max);
      if (count.count > max) throw refuse(name, count, tooMany(Math.max(0, max - (count.count - by))));
    },

    /** Counts one call under each key, or none of them if one would exceed its limit. */
    async takeEach(keys: readonly (readonly [name: LimitName, key: string])[]): Promise<Counted> {
      const taken: (readonly [name: LimitName, key: string])[] = [];
      const giveBack = async (): Promise<void> => {
        for (const [name, key] of taken) await this.giveBack(name, key);
      };
      try {
        for (const each of keys) {
          await this.take(...each);
          taken.push(each);
        }
      } catch (error) {
        await giveBack();
        throw error;
      }
      return { giveBack };
    },

    /** Counts as `takeEach` does. Returns null instead over a limit. */
    tryTakeEach(keys: readonly (readonly [name: LimitName, key: string])[]): Promise<Counted | null> {
      return orNullIfTooMany(this.takeEach(keys));
    },

    /** Subtracts calls that `take` or `takeAll` counted, for example after a successful login. */
    async giveBack(name: LimitName, key: string, by = 1): Promise<void> {
      if (!enabled || by === 0) return;
      const { windowMs } = LIMITS[name];
      countsOf(name).add(key, windowMs, -by);
      // The Redis client logs the failure. The count then falls when the window ends.
      await shared?.add(`${name}:${key}`, windowMs, -by).catch(() => undefined);
    },

    /**
     * Counts one request, which costs as much as `cost` usual ones, without waiting for Redis. Redis replies later with the count of all processes,
     * which applies to the next request.
     */
    takeCall(name: RequestLimit, key: string, cost = 1): void {
      if (!enabled) return;
      const own = countsOf(name).add(key, LIMITS[name].windowMs, cost);
      shared
        ?.add(`${name}:${key}`, LIMITS[name].windowMs, cost)
        .then((all) => {
          if (all.count > own.count) Object.assign(own, all);
        })
        // The Redis client logs the failure. The count of this process still applies.
        .catch(() => {});
      if (own.count > LIMITS[name].max) throw refuse(name, own);
    },

    /**
     * Adds what a call cost beyond what was counted when it came, or subtracts what should not have been counted. The calls
     * after it are refused over the limit.
     */
    charge(name: RequestLimit, key: string, units: number): void {
      if (!enabled || units === 0) return;
      const { windowMs } = LIMITS[name];
      countsOf(name).add(key, windowMs, units);
      // The Redis client logs the failure. The count of this process still applies.
      shared?.add(`${name}:${key}`, windowMs, units).catch(() => {});
    },

    /** Returns how many calls each limit has refused since the start of the process. */
    refusals: (): ReadonlyMap<string, number> => refused,
  };
}

export type Limits = ReturnType<typeof createLimits>;

/** Matches a bearer token of three parts, the form of a signed token, or the secret of a personal key. */
const SIGNED = /^\s*bearer\s+(?:[^\s.]+\.[^\s.]+\.[^\s.]+|mq_[\w-]{43})\s*$/i;

/** Returns whether the request has a token in the form of a signed token or of a personal key. */
export const looksSigned = ({ headers }: FastifyRequest): boolean => SIGNED.test(headers.authorization ?? '');

/**
 * Counts requests without a token by IP address, including pictures and health checks, before their bodies are read.
 * Webhooks have a limit of their own, so that other requests of the same address cannot use it up. Register this plugin before `authentication`, which counts requests with a token.
 */
export const countRequests = fp(async (app, { limits }: { limits: Pick<Limits, 'takeCall'> }) => {
  // The hook runs for every request, so it uses a callback, which is faster than a promise.
  app.addHook('onRequest', (request, _reply, done) => {
    const { contract } = request.routeOptions.config;
    const isWebhook = contract?.access === 'signed';
    const readsToken =
      contract !== undefined && !contract.ignoresToken && !isWebhook && contract.access !== 'operations';
    if ((readsToken && looksSigned(request)) || contract?.access === 'feed') return done();
    try {
      if (isWebhook) limits.takeCall('webhooks', ipKey(request.ip));
      else countAnonymous(request, limits);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error('not counted', { cause: error }));
    }
  });
});

/** Returns under which limits a request without a valid token counts, and as how many. */
function anonymousCounts({ ip, routeOptions }: FastifyRequest): (readonly [RequestLimit, string, number])[] {
  const key = ipKey(ip);
  const { contract, countsAsCall } = routeOptions.config;
  const isCall = countsAsCall || (contract && contract.access !== 'operations');
  return [['anonymous', key, 1], ...(isCall ? [['calls', key, contract?.cost ?? 1] as const] : [])];
}

/**
 * Counts a request without a valid token.
 * @throws AppError `too_many_requests` over a limit.
 */
export function countAnonymous(request: FastifyRequest, limits: Pick<Limits, 'takeCall'>): void {
  for (const each of anonymousCounts(request)) limits.takeCall(...each);
}

/** Subtracts a request that `countAnonymous` counted, because its token was valid after all. */
export function uncountAnonymous(request: FastifyRequest, limits: Pick<Limits, 'charge'>): void {
  for (const [name, key, units] of anonymousCounts(request)) limits.charge(name, key, -units);
}

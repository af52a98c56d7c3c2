import { LIMITS } from '@marquee/contracts';
import fp from 'fastify-plugin';
import { type Count, createMemoryCounts, type SharedCounts } from '#src/clients/limit-counts.ts';
import { AppError } from '#src/core/errors.ts';

/** Limits that services count; the plugin below counts calls. */
export type LimitName = Exclude<keyof typeof LIMITS, 'bodyBytes' | 'calls'>;

/** The IPv4 address, or the /64 network of an IPv6 address, which belongs to one customer. */
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

const refuse = (count: Count, message?: string): AppError =>
  new AppError('too_many_requests', {
    ...(message !== undefined && { message }),
    retryAfter: Math.max(1, Math.ceil((count.resetsAt - Date.now()) / 1_000)),
  });

interface Options {
  enabled: boolean;
  /** Counters shared by all processes; null: each process counts for itself. */
  shared: Pick<SharedCounts, 'add'> | null;
}

/**
 * The limits of docs/api.md#limits. Every process also counts for itself, so limits hold per process while Redis is
 * unreachable.
 */
export function createLimits({ enabled, shared }: Options) {
  const memory = createMemoryCounts();

  async function add(name: LimitName, key: string, by: number): Promise<Count> {
    const { windowMs } = LIMITS[name];
    const own = memory.add(`${name}:${key}`, windowMs, by);
    if (shared === null) return own;
    // The Redis client logs its failures; this process's own count still applies.
    const all = await shared.add(`${name}:${key}`, windowMs, by).catch(() => own);
    return all.count > own.count ? all : own;
  }

  return {
    /** Counts one. @throws AppError `too_many_requests` over the limit. */
    async take(name: LimitName, key: string): Promise<void> {
      if (!enabled) return;
      const count = await add(name, key, 1);
      if (count.count > LIMITS[name].max) throw refuse(count);
    },

    /**
     * Counts several or none.
     * @param tooMany the sentence of the refusal, by how many are left.
     * @throws AppError `too_many_requests` when they do not all fit below `max`.
     */
    async takeAll(
      name: LimitName,
      key: string,
      { by, max, tooMany }: { by: number; max: number; tooMany: (left: number) => string },
    ): Promise<void> {
      if (!enabled || by === 0) return;
      const count = await add(name, key, by);
      if (count.count <= max) return;
      const left = Math.max(0, max - (count.count - by));
      await add(name, key, -by);
      throw refuse(count, tooMany(left));
    },

    /** Takes back a count of `take`, for example after a successful login. */
    async giveBack(name: LimitName, key: string): Promise<void> {
      if (enabled) await add(name, key, -1);
    },

    /**
     * Counts one call without waiting for Redis. The counts of other processes come with the reply to the
     * previous call.
     */
    takeCall(key: string): void {
      if (!enabled) return;
      const own = memory.add(key, LIMITS.calls.windowMs);
      shared
        ?.add(key, LIMITS.calls.windowMs)
        .then((all) => {
          if (all.count > own.count) Object.assign(own, all);
        })
        // The client logs the failure; this process's own count still applies.
        .catch(() => {});
      if (own.count > LIMITS.calls.max) throw refuse(own);
    },
  };
}

export type Limits = ReturnType<typeof createLimits>;

/** Limits calls by user, and by IP address without a user; register it after `authentication`. Images do not count. */
export const rateLimits = fp(async (app, { limits }: { limits: Pick<Limits, 'takeCall'> }) => {
  // A callback instead of a promise, since it runs before every reply.
  app.addHook('onRequest', ({ caller, ip, routeOptions }, _reply, done) => {
    const access = routeOptions.config.contract?.access;
    if (!caller && (access === undefined || access === 'operations' || access === 'signed')) return done();
    try {
      limits.takeCall(caller ? `calls:${caller.userId}` : `calls:${ipKey(ip)}`);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error('not counted', { cause: error }));
    }
  });
});

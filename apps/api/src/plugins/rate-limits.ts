import { LIMITS } from '@marquee/contracts';
import fp from 'fastify-plugin';
import { type Count, createMemoryCounts, type SharedCounts } from '#src/clients/limit-counts.ts';
import { AppError } from '#src/errors.ts';

/** What is counted where it happens; calls are counted by the plugin below. */
export type LimitName = Exclude<keyof typeof LIMITS, 'bodyBytes' | 'calls'>;

/** One IPv4 address, or the /64 that one IPv6 customer holds. */
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

const refuse = (count: Count): AppError =>
  new AppError('too_many_requests', {
    retryAfter: Math.max(1, Math.ceil((count.resetsAt - Date.now()) / 1_000)),
  });

interface Options {
  enabled: boolean;
  /** Counts of all processes together; null: each process counts for itself. */
  shared: Pick<SharedCounts, 'add'> | null;
}

/**
 * The limits of api.md section 6. Every process counts for itself as well, so that they hold, process by process,
 * while Redis is away.
 */
export function createLimits({ enabled, shared }: Options) {
  const memory = createMemoryCounts();

  async function add(name: LimitName, key: string, by: number): Promise<Count> {
    const { windowMs } = LIMITS[name];
    const own = memory.add(`${name}:${key}`, windowMs, by);
    if (shared === null) return own;
    // A Redis that does not answer is its client's to report; our own count goes on meanwhile.
    const all = await shared.add(`${name}:${key}`, windowMs, by).catch(() => own);
    return all.count > own.count ? all : own;
  }

  return {
    /** Counts one. @throws AppError `too_many_requests` when that is one too many. */
    async take(name: LimitName, key: string): Promise<void> {
      if (!enabled) return;
      const count = await add(name, key, 1);
      if (count.count > LIMITS[name].max) throw refuse(count);
    },

    /** Takes back what `take` counted: it turned out not to be of the counted kind. */
    async giveBack(name: LimitName, key: string): Promise<void> {
      if (enabled) await add(name, key, -1);
    },

    /**
     * Counts one call of a token. It waits for nobody: what other processes counted is learnt from the answer to
     * the call before.
     */
    takeCall(key: string): void {
      if (!enabled) return;
      const own = memory.add(key, LIMITS.calls.windowMs);
      shared
        ?.add(key, LIMITS.calls.windowMs)
        .then((all) => {
          if (all.count > own.count) Object.assign(own, all);
        })
        // As above: reported by the client, and our own count goes on.
        .catch(() => {});
      if (own.count > LIMITS.calls.max) throw refuse(own);
    },
  };
}

export type Limits = ReturnType<typeof createLimits>;

/** Long enough to tell two tokens of one person apart, and of no use to anybody who reads it. */
const TOKEN_END = 12;

/** Limits the calls of every token; to be registered after `authentication`. */
export const rateLimits = fp(async (app, { limits }: { limits: Pick<Limits, 'takeCall'> }) => {
  // Without a promise: it runs before every answer.
  app.addHook('onRequest', ({ caller }, _reply, done) => {
    if (caller === null) return done();
    try {
      limits.takeCall(`calls:${caller.userId}:${caller.token.slice(-TOKEN_END)}`);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error('not counted', { cause: error }));
    }
  });
});

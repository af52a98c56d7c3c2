import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { patiently } from '#src/core/patience.ts';

/** The number of calls in one time window, and the end of the window in milliseconds since 1970. */
export interface Count {
  count: number;
  resetsAt: number;
}

/** Maximum number of windows, which take about 10 MB. The least recently used window is evicted first. */
export const WINDOWS_KEPT = 50_000;

/**
 * Creates the counters of one limit in one process. Each limit has separate counters, so that keys of one
 * limit evict no key of another limit.
 */
export function createMemoryCounts() {
  const windows = new LRUCache<string, Count>({ max: WINDOWS_KEPT });
  return {
    /**
     * Adds to the current window of the key, or starts a window. Returns the same object until the window
     * ends, so its count changes when other calls add.
     */
    add(key: string, windowMs: number, by = 1): Count {
      const now = Date.now();
      let window = windows.get(key);
      if (window === undefined || window.resetsAt <= now) {
        window = { count: 0, resetsAt: now + windowMs };
        windows.set(key, window);
      }
      window.count = Math.max(0, window.count + by);
      return window;
    },

    /**
     * Adds to the current window unless the count would exceed `max`. Returns the count after this call, or the
     * count that was refused.
     */
    addUpTo(key: string, windowMs: number, by: number, max: number): Count {
      const { count, resetsAt } = this.add(key, windowMs, 0);
      if (count + by <= max) this.add(key, windowMs, by);
      return { count: count + by, resetsAt };
    },
  };
}

// Redis runs this script, which raises the count unless it would exceed the maximum and sets the expiry, in one atomic
// step. A call that is given back after its window has ended is not in the count, which never falls below 0.
const ADD = `
local before = tonumber(redis.call('GET', KEYS[1]) or '0')
local count = math.max(0, before + tonumber(ARGV[1]))
if count > tonumber(ARGV[3]) then
  return {count, math.max(0, redis.call('PTTL', KEYS[1]))}
end
redis.call('INCRBY', KEYS[1], count - before)
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return {count, left}`;

const ANSWER_WITHIN_MS = 250;
const RECONNECT_MAX_MS = 2_000;

/** Creates counters that all processes share. While Redis is unreachable, calls fail within 250 ms. */
export function createRedisCounts(url: string, onError: (error: Error) => void) {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: patiently(ANSWER_WITHIN_MS),
    connectTimeout: RECONNECT_MAX_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, RECONNECT_MAX_MS),
    keyPrefix: 'marquee:limit:',
  });
  // The client tries to reconnect at least every two seconds, so log only once per outage.
  let reported = false;
  redis.on('error', (error) => {
    if (!reported) onError(error);
    reported = true;
  });
  redis.on('ready', () => {
    reported = false;
  });
  return {
    /**
     * Adds to the current window of the key unless the count would exceed `max`. Returns the count after this call, or
     * the count that was refused.
     */
    async add(key: string, windowMs: number, by = 1, max = Number.MAX_SAFE_INTEGER): Promise<Count> {
      const answer: unknown = await redis.eval(ADD, 1, key, by, windowMs, max);
      const [count, left] = Array.isArray(answer) ? answer.map(Number) : [];
      if (count === undefined || left === undefined) throw new Error('Redis returned an unexpected reply');
      return { count, resetsAt: Date.now() + left };
    },
    close(): void {
      redis.disconnect();
    },
  };
}

export type SharedCounts = ReturnType<typeof createRedisCounts>;

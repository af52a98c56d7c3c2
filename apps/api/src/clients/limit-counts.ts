import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';

/** How often something happened within a window, and when (milliseconds) the window ends. */
export interface Count {
  count: number;
  resetsAt: number;
}

/** About 20 MB when full; the window seen longest ago goes first. */
const WINDOWS_KEPT = 100_000;

/** Counts of one process. */
export function createMemoryCounts() {
  const windows = new LRUCache<string, Count>({ max: WINDOWS_KEPT });
  return {
    /** The live window of the key, opened when there is none. The same object for as long as it lives. */
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
  };
}

// One step on the server, so that no counter is ever left without an end.
const ADD = `
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return {count, left}`;

const ANSWER_WITHIN_MS = 250;
const RECONNECT_MAX_MS = 2_000;

/** Counts shared by all processes. Calls fail at once, or after a quarter of a second, while Redis is away. */
export function createRedisCounts(url: string, onError: (error: Error) => void) {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_WITHIN_MS,
    connectTimeout: RECONNECT_MAX_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, RECONNECT_MAX_MS),
    keyPrefix: 'marquee:limit:',
  });
  // It tries again every two seconds; one word per outage is enough.
  let reported = false;
  redis.on('error', (error) => {
    if (!reported) onError(error);
    reported = true;
  });
  redis.on('ready', () => {
    reported = false;
  });
  return {
    async add(key: string, windowMs: number, by = 1): Promise<Count> {
      const answer: unknown = await redis.eval(ADD, 1, key, by, windowMs);
      const [count, left] = Array.isArray(answer) ? answer.map(Number) : [];
      if (count === undefined || left === undefined) throw new Error('Redis answered something else');
      return { count, resetsAt: Date.now() + left };
    },
    close(): void {
      redis.disconnect();
    },
  };
}

export type SharedCounts = ReturnType<typeof createRedisCounts>;

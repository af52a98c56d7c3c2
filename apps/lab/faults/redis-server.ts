// Starts Redis for the faults, without persistence on disk, as in docker-compose.yml.
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@marquee/local/src/ports.ts';
import { ensureRedisServer, type Service, startLocalRedis } from '@marquee/local/test/services.ts';
import { Redis } from 'ioredis';

export interface RedisServer {
  url: string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Deletes all keys (FLUSHALL). */
  empty(): Promise<void>;
  /** Returns the number of schedules of the job queue. */
  countSchedules(): Promise<number>;
  stop(): Promise<void>;
}

const FREE_PORT_MS = 100;

async function withClient<T>(url: string, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { retryStrategy: () => null });
  // The command also fails, so this event is ignored.
  redis.on('error', () => undefined);
  try {
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}

/** Starts Redis; null when this machine has no redis-server. */
export async function startRedisServer(): Promise<RedisServer | null> {
  if (!ensureRedisServer()) return null;
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  let service: Service | null = await startLocalRedis(port);
  return {
    url,
    async kill() {
      const info = await withClient(url, (redis) => redis.info('server'));
      process.kill(Number(/process_id:(\d+)/.exec(info)?.[1]), 'SIGKILL');
      await service?.stop();
      service = null;
      await sleep(FREE_PORT_MS);
    },
    async start() {
      service ??= await startLocalRedis(port);
    },
    async empty() {
      await withClient(url, (redis) => redis.flushall());
    },
    countSchedules: () => withClient(url, (redis) => redis.zcard('bull:marquee:repeat')),
    async stop() {
      await service?.stop();
    },
  };
}

import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import pg from 'pg';
import { inject } from 'vitest';
import { worker } from './settings.ts';

async function clone(): Promise<string> {
  const { adminUrl, template } = inject('postgres');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  } finally {
    await client.end();
  }
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

let mine: Promise<string> | undefined;

/**
 * postgresql://… of the database of this test file: migrated, empty, dropped after the run. Every call in one file
 * returns the same database.
 */
export function testDatabaseUrl(): Promise<string> {
  mine ??= clone();
  return mine;
}

/** Test files of one worker share their modules, so each file forgets the database of the file before it. */
export function forgetTestDatabase(): void {
  mine = undefined;
}

/** Another database, for tests that need two or that damage one. */
export const freshDatabaseUrl = clone;

/**
 * redis://… (of this worker's own database unless REDIS_URL was given), or null when this machine has no Redis: `describe.skipIf(!testRedisUrl())`.
 */
export function testRedisUrl(): string | null {
  const url = inject('redisUrl');
  return url === null || !inject('ownsRedis') ? url : new URL(`/${worker}`, url).href;
}

/** Removes what the test file before this one left in Redis. A Redis that was given keeps everything. */
export async function emptyTestRedis(): Promise<void> {
  const url = testRedisUrl();
  if (url === null || !inject('ownsRedis')) return;
  const redis = new Redis(url);
  await redis.flushdb();
  redis.disconnect();
}

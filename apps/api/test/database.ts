import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import pg from 'pg';
import { inject } from 'vitest';
import { worker } from './settings.ts';

/** What the setup of a test run gives to the tests: the API's tests start no service themselves. */
export interface TestServices {
  postgres: {
    /** The address of a database, with a role that may create databases. */
    adminUrl: string;
    /** The name of the migrated template database, which every test file clones. */
    template: string;
  };
  /** Null when this machine has no Redis. Tests that need Redis are then skipped. */
  redisUrl: string | null;
  /** Whether this run started Redis, so that tests may delete its keys. */
  ownsRedis: boolean;
}

declare module 'vitest' {
  interface ProvidedContext extends TestServices {}
}

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
 * Returns the address of the database of this test file. The first call creates the database, which is
 * migrated and empty and is dropped after the run.
 */
export function testDatabaseUrl(): Promise<string> {
  mine ??= clone();
  return mine;
}

/** Lets the next test file get a new database, because the test files of one worker share this module. */
export function forgetTestDatabase(): void {
  mine = undefined;
}

/** Creates another database, for tests that need two databases or damage a database. */
export const freshDatabaseUrl = clone;

/**
 * Returns the address of Redis. Without REDIS_URL, each worker has a separate Redis database.
 * @returns null when this machine has no Redis, for `describe.skipIf(!testRedisUrl())`.
 */
export function testRedisUrl(): string | null {
  const url = inject('redisUrl');
  return url === null || !inject('ownsRedis') ? url : new URL(`/${worker}`, url).href;
}

/**
 * Removes the keys of earlier test files from Redis. Does nothing when REDIS_URL names a server, which may
 * have other data.
 */
export async function emptyTestRedis(): Promise<void> {
  const url = testRedisUrl();
  if (url === null || !inject('ownsRedis')) return;
  const redis = new Redis(url);
  await redis.flushdb();
  redis.disconnect();
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

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

/** Another database, for tests that need two or that damage one. */
export const freshDatabaseUrl = clone;

/** redis://… or null when this machine has no Redis: `describe.skipIf(!testRedisUrl())`. */
export const testRedisUrl = (): string | null => inject('redisUrl');

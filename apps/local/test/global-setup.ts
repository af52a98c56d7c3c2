import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadToolEnv } from '@marquee/api/src/env.ts';
import type { TestServices } from '@marquee/api/test/database.ts';
import { deployMigrations } from '@marquee/prisma/deploy';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgresService, startRedisService } from './services.ts';

declare module 'vitest' {
  interface ProvidedContext extends TestServices {}
}

async function query(url: string, sql: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql, values);
  } finally {
    await client.end();
  }
}

/** Drops the template and all databases that tests cloned from it. */
async function dropDatabases(url: string, template: string): Promise<void> {
  const { rows } = await query(
    url,
    "SELECT datname FROM pg_database WHERE datname = $1 OR datname LIKE $1 || '\\_%'",
    [template],
  );
  for (const { datname } of rows) await query(url, `DROP DATABASE ${datname} WITH (FORCE)`);
}

/** Runs once before the integration tests: starts services and migrates the template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const env = loadToolEnv();
  const postgres = await startPostgresService(env.DATABASE_URL);
  const redis = await startRedisService(env.REDIS_URL);
  console.warn(
    `Integration tests: PostgreSQL from ${postgres.origin}, ` +
      (redis
        ? `Redis from ${redis.origin}`
        : 'no Redis on this machine, its tests are skipped (CONTRIBUTING.md, “PostgreSQL and Redis in tests”)'),
  );

  const template = `marquee_test_${randomBytes(4).toString('hex')}`;
  await query(postgres.url, `CREATE DATABASE ${template}`);
  const templateUrl = new URL(postgres.url);
  templateUrl.pathname = `/${template}`;
  await deployMigrations(templateUrl.href);
  project.provide('postgres', { adminUrl: postgres.url, template });
  const folder = await mkdtemp(join(tmpdir(), 'marquee-tests-'));
  project.provide('folder', folder);
  project.provide('redisUrl', redis?.url ?? null);
  project.provide('ownsRedis', redis !== null && env.REDIS_URL === null);

  return async () => {
    // A server that this run started ends with all its databases.
    if (env.DATABASE_URL) await dropDatabases(env.DATABASE_URL, template);
    await Promise.all([postgres.stop(), redis?.stop(), rm(folder, { recursive: true })]);
  };
}

import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { inject } from 'vitest';
import { connectDatabase } from '#src/data/database.ts';
import { ensureSeed } from '#src/modules/catalogue/catalogue.ts';
import type { SeedResult } from '#src/modules/catalogue/seed/seed.service.ts';
import { worker } from './settings.ts';

/** What the setup of a test run gives to the tests: the API's tests start no service themselves. */
export interface TestServices {
  postgres: {
    /** The address of a database, with a role that may create databases. */
    adminUrl: string;
    /** The name of the migrated template database, which every test file clones. */
    template: string;
  };
  /** A folder for what test files share. It ends with the run. */
  folder: string;
  /** Null when this machine has no Redis. Tests that need Redis are then skipped. */
  redisUrl: string | null;
  /** Whether this run started Redis, so that tests may delete its keys. */
  ownsRedis: boolean;
}

declare module 'vitest' {
  interface ProvidedContext extends TestServices {}
}

/** Runs the work in a session that may create databases. */
async function asAdmin<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: inject('postgres').adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function clone(from = inject('postgres').template): Promise<string> {
  const { adminUrl, template } = inject('postgres');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  // Copying files takes a third of the time of copying by the log, which a server of tests needs no more than its data.
  await asAdmin((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`));
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

let mine: Promise<string> | undefined;
let isDemo = false;

/**
 * Returns the address of the database of this test file. The first call creates the database, which is
 * migrated and empty and ends with the run.
 */
export function testDatabaseUrl(): Promise<string> {
  mine ??= clone();
  return mine;
}

const DEMO_LOCK = 1;

/** Runs the work while no other worker runs such work. The end of the session releases the lock. */
export const alone = <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> =>
  asAdmin(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [DEMO_LOCK]);
    return work(client);
  });

/** What the seed said when it loaded the demo catalogue. */
interface DemoLoad {
  result: SeedResult;
  shares: number[];
}

const demoLoadPath = (): string => join(inject('folder'), 'demo-load.json');

/** Call it after `useDemoCatalogue`. */
export const readDemoLoad = async (): Promise<DemoLoad> => JSON.parse(await readFile(demoLoadPath(), 'utf8'));

/** Returns the template with the demo catalogue. The first test file that asks for it loads the catalogue. */
const ensureDemoTemplate = (): Promise<string> =>
  alone(async (client) => {
    const name = `${inject('postgres').template}_demo`;
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) {
      const url = await clone();
      const prisma = connectDatabase(url, 2);
      const shares: number[] = [];
      const result = await ensureSeed(prisma, { progress: ({ share }) => shares.push(share) });
      await prisma.$disconnect();
      await writeFile(demoLoadPath(), JSON.stringify({ result, shares } satisfies DemoLoad));
      await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} RENAME TO ${name}`);
    }
    return name;
  });

/**
 * Gives this test file a database with the demo catalogue instead of an empty one. Call it before anything asks for the
 * address. All test files copy one database, because loading the catalogue takes seconds.
 */
export async function useDemoCatalogue(): Promise<void> {
  if (mine) throw new Error('this test file has a database already: call useDemoCatalogue first');
  isDemo = true;
  mine = clone(await ensureDemoTemplate());
  await mine;
}

export const usesDemoCatalogue = (): boolean => isDemo;

/** Lets the next test file get a new database, because the test files of one worker share this module. */
export function forgetTestDatabase(): void {
  mine = undefined;
  isDemo = false;
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

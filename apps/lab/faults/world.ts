// Starts PostgreSQL, Redis, API and worker as processes, and the emulators for mail, Stripe and the stores in
// this process. All faults of a run use one world, and every check covers all writes since the start of the
// world.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { generateSecrets } from '@marquee/api/src/env-secrets.ts';
import { ensureSeed } from '@marquee/api/src/modules/catalogue/catalogue.ts';
import { createSeedRepository } from '@marquee/api/src/modules/catalogue/seed/seed.repository.ts';
import { PLANS } from '@marquee/api/src/modules/plans/price-list.ts';
import { createList, createUser, PASSWORD } from '@marquee/api/test/factories.ts';
import { startSmtp, type TestSmtp } from '@marquee/api/test/smtp.ts';
import { startStores } from '@marquee/api/test/stores.ts';
import { createStripeControl } from '@marquee/api/test/stripe-control.ts';
import { waitFor } from '@marquee/api/test/wait-for.ts';
import { findFreePort } from '@marquee/local/src/ports.ts';
import type { PrismaClient } from '@marquee/prisma';
import { deployMigrations } from '@marquee/prisma/deploy';
import { startStripeEmulator } from '@marquee/stripe-emulator';
import { forgeTokens } from './bad-tokens.ts';
import { type Caller, createCaller } from './caller.ts';
import type { Size } from './fault.ts';
import { checkLedger, createLedger, type Ledger } from './ledger.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { type RedisServer, startRedisServer } from './redis-server.ts';
import { type Supervised, supervise } from './supervised.ts';

/** Number of members. The clients write as these members in turn, so that no limit of one user is reached. */
const MEMBERS = 40;
const SHORT_MEDIA = 1_000;
/**
 * The script of the worker. A crashed worker is detected within a second by the short script, and within a
 * minute by the product's script.
 */
const WORKERS = { short: 'test/worker-process.ts', full: 'src/worker.ts' } as const;
const START_TIMEOUT_MS = 120_000;

type Stores = Awaited<ReturnType<typeof startStores>>;

export interface Member {
  id: number;
  email: string;
  token: string;
  /** A list with one other list member, so that every new entry also writes an outbox row. */
  listId: number;
}

export interface World {
  /** Receives lines about the progress of long faults. */
  say: (line: string) => void;
  folder: string;
  origin: string;
  env: Record<string, string>;
  call: Caller;
  prisma: PrismaClient;
  postgres: PostgresServer;
  redis: RedisServer | null;
  smtp: TestSmtp;
  stripe: ReturnType<typeof createStripeControl>;
  stores: Stores;
  api: Supervised;
  worker: Supervised;
  members: Member[];
  mediumIds: number[];
  ledger: Ledger;
  /** Tokens that the API must refuse. Each logout adds a token. */
  badTokens: string[];
  check(): ReturnType<typeof checkLedger>;
  /** The last lines of the processes' output. */
  lastLog(): string;
  close(): Promise<void>;
}

async function fillCatalogue(prisma: PrismaClient, size: Size): Promise<number[]> {
  await createSeedRepository(prisma).ensurePlans(PLANS);
  if (size === 'full') await ensureSeed(prisma, { account: false, progress: () => undefined });
  else
    await prisma.$executeRaw`
      INSERT INTO media (source, type, external_id, title, release_year, popularity)
      SELECT 'faults', 'movie', n::text, 'The Title of Number ' || n, 1950 + n % 75, 1.0 / n
        FROM generate_series(1, ${SHORT_MEDIA}::int) AS n`;
  const media = await prisma.medium.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  return media.map(({ id }) => id);
}

/**
 * Logs in and returns the token.
 * @throws Error when the login is refused.
 */
export async function logIn(call: Caller, email: string): Promise<string> {
  const body = { user: { email, password: PASSWORD } };
  const reply = await call({ method: 'POST', path: '/users/sign_in', body });
  const token = readToken(reply.body);
  if (reply.status !== 200 || token === null) throw new Error(`The login answered ${reply.status}`);
  return token;
}

/** Returns `user.access_token` of a reply, or null. */
export function readToken(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('user' in body)) return null;
  const { user } = body;
  if (typeof user !== 'object' || user === null || !('access_token' in user)) return null;
  return typeof user.access_token === 'string' ? user.access_token : null;
}

async function enroll(prisma: PrismaClient, call: Caller): Promise<Member[]> {
  const users = await Promise.all(Array.from({ length: MEMBERS }, () => createUser(prisma)));
  return Promise.all(
    users.map(async ({ id, email }, at) => {
      const other = users[(at + 1) % users.length];
      const list = await createList(prisma, { id }, { shares: other ? [{ user: other }] : [] });
      return { id, email, token: await logIn(call, email), listId: list.id };
    }),
  );
}

/** Creates a token of a deleted user, and forged and expired tokens of a user without ratings. */
async function makeBadTokens(prisma: PrismaClient, call: Caller, secret: string) {
  const [victim, gone] = [await createUser(prisma), await createUser(prisma)];
  const goneToken = await logIn(call, gone.email);
  await prisma.user.delete({ where: { id: gone.id } });
  return { victimId: victim.id, tokens: [goneToken, ...forgeTokens(victim.id, secret)] };
}

/** Returns the settings of the stores as environment variables. */
function storeVariables({ apple, settings }: Stores): Record<string, string> {
  const { APPLE_STORE, GOOGLE_STORE } = settings;
  if (!APPLE_STORE || !GOOGLE_STORE) throw new Error('the emulators have both stores');
  const { email, key } = GOOGLE_STORE.serviceAccount;
  return {
    APPLE_BUNDLE_ID: APPLE_STORE.bundleId,
    APPLE_APP_ID: String(APPLE_STORE.appId),
    APPLE_ROOT_CA: apple.rootPem,
    GOOGLE_PACKAGE: GOOGLE_STORE.packageName,
    GOOGLE_AUDIENCE: GOOGLE_STORE.audience,
    GOOGLE_SERVICE_ACCOUNT: JSON.stringify({ client_email: email, private_key: key }),
    GOOGLE_API_BASE: GOOGLE_STORE.apiBase ?? '',
  };
}

/**
 * Starts all processes and emulators. Resolves when the API has loaded the catalogue.
 * @param dataDir the folder of PostgreSQL. Default: a folder that `close` deletes.
 */
export async function startWorld(size: Size, say: (line: string) => void, dataDir?: string): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-faults-'));
  // When this process is root, PostgreSQL runs as another user, which must enter the folder.
  await chmod(folder, 0o755);
  const log = join(folder, 'processes.log');
  const data = dataDir ?? join(folder, 'data');
  mkdirSync(data);
  const closers: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const stop of closers.splice(0).toReversed()) await stop();
  };
  try {
    const postgres = await startPostgresServer(data, say);
    closers.push(postgres.stop);
    await deployMigrations(postgres.url);
    const prisma = connectDatabase(postgres.url, 3);
    closers.push(() => prisma.$disconnect());
    const redis = await startRedisServer();
    if (redis) closers.push(redis.stop);
    const smtp = await startSmtp();
    closers.push(smtp.stop);
    const port = await findFreePort();
    const secrets = generateSecrets();
    const emulator = await startStripeEmulator({
      port: 0,
      secretKey: secrets.STRIPE_SECRET_KEY,
      webhooks: [{ url: `http://127.0.0.1:${port}/webhooks/stripe`, secret: secrets.STRIPE_WEBHOOK_SECRET }],
      // Stripe repeats webhooks for three days, so the emulator must not stop during a fault.
      webhookRetries: { first: 100, longest: 1_000, attempts: 10_000 },
    });
    closers.push(emulator.close);
    const stores = await startStores();
    closers.push(async () => stores.close());
    const env = {
      ...secrets,
      ...storeVariables(stores),
      NODE_ENV: 'test',
      // Caches the compiled modules, as the image does (apps/api/Dockerfile).
      NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
      PORT: String(port),
      DATABASE_URL: postgres.url,
      REDIS_URL: redis?.url ?? '',
      SMTP_URL: smtp.url,
      STRIPE_API_BASE: emulator.origin,
      BOT_CHECK: 'off',
      // Trusts the addresses in forwarding headers, because each call uses a different address.
      TRUST_PROXY: '1',
      MAIL_GATHER_SECONDS: '1',
    };
    const mediumIds = await fillCatalogue(prisma, size);
    const api = supervise({ script: 'src/server.ts', env, log });
    const worker = supervise({ script: WORKERS[size], env, log });
    for (const each of [api, worker]) {
      each.start();
      closers.push(each.stop);
    }
    const origin = `http://127.0.0.1:${port}`;
    const call = createCaller(origin);
    const isReady = async () => (await call({ path: '/readyz' })).status === 200;
    await waitFor('the API to start', isReady, START_TIMEOUT_MS);
    const members = await enroll(prisma, call);
    const { victimId, tokens } = await makeBadTokens(prisma, call, secrets.JWT_SECRET);
    const ledger = createLedger();
    const checked = {
      users: [...members.map(({ id }) => id), victimId],
      lists: members.map(({ listId }) => listId),
    };
    return {
      ...{ folder, origin, env, call, prisma, postgres, redis, smtp, api, worker, members, mediumIds },
      ...{ ledger, close, stores, say },
      stripe: createStripeControl(emulator.origin),
      badTokens: tokens,
      check: () => checkLedger(prisma, ledger, checked),
      lastLog: () => readFileSync(log, 'utf8').slice(-2_000),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

// `npm start`: runs the whole product (docs/adr/0007-run-the-local-stack-in-one-process.md). The database and
// the mail inbox are child processes that end with this process.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from '@marquee/api/src/app.ts';
import { connectDatabase, isDatabaseDown } from '@marquee/api/src/data/database.ts';
import { UNHURRIED } from '@marquee/api/src/data/pool.ts';
import { createDeps, type Deps } from '@marquee/api/src/deps.ts';
import { type Env, type LocalEnv, loadStackEnv } from '@marquee/api/src/env.ts';
import { startJobs } from '@marquee/api/src/jobs/start.ts';
import { DEMO_ACCOUNT, ensureSeed } from '@marquee/api/src/modules/catalogue/catalogue.ts';
import { BillingError } from '@marquee/api/src/modules/plans/billing-services.ts';
import { deployMigrations, MigrationError } from '@marquee/prisma/deploy';
import { startStripeEmulator } from '@marquee/stripe-emulator';
import { HostError } from './host.ts';
import { startInbox } from './inbox.ts';
import { requirePort } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { startTvmazeEmulator } from './tvmaze.ts';

/** PostgreSQL writes its data before it ends, which takes a while on a busy machine. */
const LAST_WAIT_MS = 60_000;
/** A busy machine may miss a limit of the product now and then, but not this often. */
const ATTEMPTS = 20;
const OLD_OFFERS_MS = 90 * 24 * 60 * 60_000;
const PROGRESS_EVERY_MS = 1_000;
const RETRY_MS = 1_000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The started parts. `stopAll` stops them in reverse order. */
const running: { name: string; stop: () => Promise<unknown> }[] = [];
let stopping: Promise<void> | undefined;

async function stopAll(): Promise<void> {
  for (const { name, stop } of running.toReversed()) {
    try {
      await stop();
    } catch (error) {
      console.error(`${name} did not stop cleanly:`, error);
    }
  }
}

/** Stops everything and exits. Further calls do nothing. */
function shutDown(code: number): void {
  if (stopping) return;
  setTimeout(() => process.exit(1), LAST_WAIT_MS).unref();
  stopping = stopAll().then(() => process.exit(code));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!stopping) say('\nStopping …');
    shutDown(0);
  });
}
// The parent process closed the IPC channel, for example because it ended.
process.on('disconnect', () => shutDown(0));
process.channel?.unref();

/** Start time, for the elapsed seconds in the output. */
const began = performance.now();
const elapsed = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;

async function startDatabase(env: LocalEnv): Promise<Env> {
  let url = env.DATABASE_URL;
  if (url === null) {
    const postgres = await startPostgres(env.DATA_DIR, say);
    running.push({ name: 'The database', stop: postgres.stop });
    url = postgres.url;
  }
  const applied = await deployMigrations(url, { say });
  if (applied.length > 0) say(`Database: ${applied.length} migrations applied (${elapsed()})`);
  return { ...env, DATABASE_URL: url };
}

/**
 * Runs a step of the start, and again when the database answered too late for the limits of the product, as it does while
 * the machine is busy with something else.
 */
async function insist<T>(what: string, step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (!isDatabaseDown(error) || attempt === ATTEMPTS || stopping) throw error;
      say(`${what}: the database has not answered in time on this busy machine, so wait … (${elapsed()})`);
      await sleep(RETRY_MS);
    }
  }
}

/** Seeds the database, the demo catalogue included, and prints the progress of the import. */
async function fillDatabase(url: string, hasDemoAccount: boolean): Promise<void> {
  const prisma = connectDatabase(url, 4, UNHURRIED);
  let told = performance.now();
  try {
    const { titles } = await ensureSeed(prisma, {
      account: hasDemoAccount,
      progress: ({ label, share }) => {
        if (performance.now() - told < PROGRESS_EVERY_MS) return;
        told = performance.now();
        say(`${label} … ${Math.round(share * 100)} %`);
      },
    });
    if (titles > 0) say(`Catalogue: ${titles} titles loaded (${elapsed()})`);
  } finally {
    await prisma.$disconnect();
  }
}

/** Prints and logs how many offers are old, and since when, as those of the demo catalogue are. */
async function sayOffersAge({ prisma, log }: Pick<Deps, 'prisma' | 'log'>): Promise<void> {
  const listed = { delistedAt: null };
  const all = await prisma.providerMedium.aggregate({
    where: listed,
    _count: true,
    _min: { checkedAt: true },
  });
  const before = new Date(Date.now() - OLD_OFFERS_MS);
  const old = await prisma.providerMedium.count({ where: { ...listed, checkedAt: { lt: before } } });
  if (old === 0 || !all._min.checkedAt) return;
  const month = all._min.checkedAt.toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  log.warn({ old, offers: all._count, oldest: all._min.checkedAt }, 'offers are old: docs/sources.md');
  say(
    `Offers: ${Math.round((100 * old) / all._count)} % were last checked over 90 days ago, the oldest in ${month}; ` +
      'docs/sources.md says how to connect a live source',
  );
}

/** Starts the inbox, unless SMTP_URL names a mail server. */
async function startMail(env: LocalEnv): Promise<boolean> {
  if (!env.HAS_LOCAL_INBOX) return false;
  await requirePort('SMTP_PORT', '127.0.0.1', env.SMTP_PORT);
  await requirePort('MAIL_UI_PORT', '127.0.0.1', env.MAIL_UI_PORT);
  const inbox = startInbox({
    smtpPort: env.SMTP_PORT,
    webPort: env.MAIL_UI_PORT,
    dataDir: env.DATA_DIR,
    onExit: (code) =>
      console.error(`The mail inbox stopped (exit code ${code}); emails wait until the next start`),
  });
  running.push({ name: 'The mail inbox', stop: inbox.stop });
  return true;
}

/** Starts the emulator of Stripe, unless STRIPE_API_BASE names another server. */
async function startStripe(env: LocalEnv): Promise<boolean> {
  const origin = `http://127.0.0.1:${env.STRIPE_PORT}`;
  if (env.BILLING === 'off' || env.STRIPE_API_BASE !== origin) return false;
  await requirePort('STRIPE_PORT', '127.0.0.1', env.STRIPE_PORT);
  const host = ['0.0.0.0', '::'].includes(env.HOST) ? '127.0.0.1' : env.HOST;
  const emulator = await startStripeEmulator({
    port: env.STRIPE_PORT,
    stateFile: join(env.DATA_DIR, 'stripe.json'),
    secretKey: env.STRIPE_SECRET_KEY,
    webhooks: [
      {
        url: `http://${host.includes(':') ? `[${host}]` : host}:${env.PORT}/webhooks/stripe`,
        secret: env.STRIPE_WEBHOOK_SECRET,
      },
    ],
  });
  running.push({ name: 'The Stripe emulator', stop: emulator.close });
  return true;
}

async function start(): Promise<void> {
  const local = loadStackEnv();
  await requirePort('PORT', local.HOST, local.PORT);
  if (local.TVMAZE_PORT !== null) await requirePort('TVMAZE_PORT', '127.0.0.1', local.TVMAZE_PORT);
  if (local.OPERATIONS_PORT !== null) await requirePort('OPERATIONS_PORT', local.HOST, local.OPERATIONS_PORT);
  mkdirSync(local.DATA_DIR, { recursive: true });
  const hasInbox = await startMail(local);
  const hasStripe = await startStripe(local);
  const env = await startDatabase(local);

  const deps = await createDeps(env);
  running.push({ name: 'The service layer', stop: deps.close });
  await insist('The catalogue', () => fillDatabase(env.DATABASE_URL, !env.IS_PRODUCTION));
  const tvmaze = env.TVMAZE_PORT === null ? null : await startTvmazeEmulator(deps.prisma, env.TVMAZE_PORT);
  if (tvmaze) running.push({ name: 'The TVmaze emulator', stop: tvmaze.stop });
  if (hasStripe) await insist('The plans', () => deps.services.stripePrices.ensurePrices());
  await insist('The recommendations', () => deps.start());
  const app = await buildApp(deps);
  running.push({ name: 'The API', stop: () => app.close() });
  const jobs = await insist('The worker', () => startJobs(deps));
  running.push({ name: 'The worker', stop: jobs.close });
  await app.listen({ port: env.PORT, host: env.HOST });
  await app.listenForOperators();

  say(`\nMarquee is at ${env.WEB_ORIGIN} (${elapsed()})`);
  if (hasStripe) say(`Payments: an emulator of Stripe at ${env.STRIPE_API_BASE}, no real money`);
  if (hasInbox) say(`Emails: http://127.0.0.1:${env.MAIL_UI_PORT}`);
  if (tvmaze)
    say(`Episodes: an emulator of TVmaze at ${tvmaze.base}, for pnpm marquee catalogue sync tvmaze`);
  say(`API: ${env.API_ORIGIN}/docs`);
  await insist('The offers', () => sayOffersAge(deps));
  const logIn = `Log in as ${DEMO_ACCOUNT.email} with the password ${DEMO_ACCOUNT.password}, or sign up`;
  say(`${env.IS_PRODUCTION ? 'Sign up to use it' : logIn}. Ctrl-C stops everything.\n`);
}

try {
  await start();
} catch (error) {
  if (!stopping) {
    const isExpected = [HostError, MigrationError, BillingError].some((known) => error instanceof known);
    console.error(isExpected && error instanceof Error ? error.message : error);
    shutDown(1);
  }
}

// `pnpm lab abuse`: measures every GET of the contract with its worst parameters, in usual pages, and fails above the multiple
// of `worst-calls.ts`; then the light calls of a member alone, beside accounts that repeat the worst of them as fast as they
// are answered, within the limits, and beside guesses of keys and of addresses to read, of which none may succeed. Writes reports/lab/abuse.md.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { buildApp } from '@marquee/api/src/app.ts';
import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { createDeps } from '@marquee/api/src/deps.ts';
import { readEnv } from '@marquee/api/src/env.ts';
import { ensureSeed } from '@marquee/api/src/modules/catalogue/catalogue.ts';
import { createUser } from '@marquee/api/test/factories.ts';
import { startTemporaryPostgres } from '@marquee/local/src/postgres.ts';
import { deployMigrations } from '@marquee/prisma/deploy';
import type { Attack, AttackCall } from './attack.worker.ts';
import { guesses } from './guesses.ts';
import { beside, call } from './load.ts';
import { ask, measuredEnv, start, stop } from './processes.ts';
import { measuredOn, writeReport } from './report.ts';
import { type MeasuredCall, MULTIPLE_MAX, measureWorstCalls } from './worst-calls.ts';

const ATTACKERS = 8;
const WORST = 12;
// Together fewer calls than the limit of the member.
const ALONE_MS = 3_000;
const BESIDE_MS = 8_000;
const SHOWN = 20;
const RATED = 200;
const NOTHING_FOUND: ReadonlySet<number> = new Set([401, 404, 429]);
const say = (line: string): void => console.warn(line);

const postgres = await startTemporaryPostgres(say);
await deployMigrations(postgres.url);
const prisma = connectDatabase(postgres.url);
await ensureSeed(prisma);

async function measureAll(): Promise<MeasuredCall[]> {
  const deps = await createDeps(readEnv(measuredEnv(postgres.url)));
  await deps.start();
  const app = await buildApp(deps);
  const measured = await measureWorstCalls(app, prisma, deps);
  await app.close();
  await deps.close();
  return measured;
}

/** Returns how many replies of an attack had each status. */
async function attack(workerData: Attack): Promise<[number, number][]> {
  const worker = new Worker(new URL('./attack.worker.ts', import.meta.url), { workerData });
  const [statuses] = await once(worker, 'message');
  return statuses;
}

/** Ratings of famous titles, each with the page behind it, which the rating changes. */
async function ratingsAndPages(): Promise<AttackCall[]> {
  const famous = await prisma.medium.findMany({
    orderBy: { popularity: 'desc' },
    take: RATED,
    select: { id: true },
  });
  return famous.flatMap(({ id }, at): AttackCall[] => [
    { path: `/api/v1/media/${id}/user_medium_ratings`, body: { user_medium_rating: { rating: at % 11 } } },
    { path: '/api/v2/media?grouped_genres=true&view=card' },
  ]);
}

/**
 * Measures light calls of a member beside the calls, which accounts repeat, or which are sent once without an account.
 * @returns the line of the table, and the statuses of the replies.
 */
async function measureBeside(
  name: string,
  calls: readonly AttackCall[],
  hasAccounts = true,
): Promise<{ line: string; statuses: number[] }> {
  const users = await Promise.all(Array.from({ length: ATTACKERS + 1 }, () => createUser(prisma)));
  const env = { ...measuredEnv(postgres.url), RATE_LIMIT: 'on', TRUST_PROXY: 'true' };
  const server = await start('./server.ts', env);
  const { tokens = [] } = await ask(server.child, { tokensOf: users.map(({ id }) => id) });
  const [own = '', ...others] = tokens;
  const light = () => call(server.address, { path: '/api/v1/countries', token: own });
  await light();
  const alone = await beside(sleep(ALONE_MS), light);
  const attacked = attack({
    origin: server.address,
    calls,
    ...(hasAccounts && { accounts: { tokens: others, until: Date.now() + BESIDE_MS } }),
  });
  const { p50, p99 } = await beside(attacked, light);
  const counts = await attacked;
  await stop(server);
  const told = counts.map(([status, count]) => `${status}: ${count}`).join(', ');
  const line = `| ${name} | ${alone.p50.toFixed(1)} | ${p50.toFixed(1)} | ${p99.toFixed(0)} | ${told} |`;
  say(line);
  return { line, statuses: counts.map(([status]) => status) };
}

try {
  const measured = await measureAll();
  for (const { url, ms, pages } of measured.slice(0, SHOWN))
    say(`${ms.toFixed(1)} ms, ${pages.toFixed(1)} pages: ${url}`);
  const above = measured.filter(({ pages }) => pages > MULTIPLE_MAX);
  if (above.length > 0) process.exitCode = 1;

  const besides = [
    await measureBeside(
      'the worst GETs',
      measured.slice(0, WORST).map(({ url }) => ({ path: url })),
    ),
    await measureBeside('ratings and pages in turns', await ratingsAndPages()),
    await measureBeside('guesses of keys and addresses, from twenty addresses', guesses(), false),
  ];
  if (besides.at(-1)?.statuses.some((status) => !NOTHING_FOUND.has(status))) process.exitCode = 1;

  const lines = measured
    .slice(0, SHOWN)
    .map(
      ({ key, url, ms, pages }) =>
        `| ${key} | ${ms.toFixed(1)} | ${pages.toFixed(1)} | \`${url.slice(0, 120)}\` |`,
    );
  writeReport(
    'abuse',
    [
      `${measuredOn()}; callers and server share the machine.`,
      '',
      '| the worst of | ms of the thread | usual pages | |',
      '|---|--:|--:|---|',
      ...lines,
      '',
      `Light calls of a member alone and beside ${ATTACKERS} accounts within their limits, or beside guesses, in ms:`,
      '',
      '| what they repeat | alone | median | p99 | replies by status |',
      '|---|--:|--:|--:|---|',
      ...besides.map(({ line }) => line),
    ].join('\n'),
  );
} finally {
  await prisma.$disconnect();
  await postgres.stop();
}

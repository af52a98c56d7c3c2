// `pnpm lab abuse`: measures every GET of the contract with its worst parameters, in usual pages, and fails above the multiple
// of `worst-calls.ts`; then the light calls of a member alone and beside accounts that repeat the worst of them as fast as they
// are answered, within the limits. Writes reports/lab/abuse.md.
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
import type { AttackCall } from './attack.worker.ts';
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
const say = (line: string): void => console.warn(line);

const postgres = await startTemporaryPostgres(say);
await deployMigrations(postgres.url);
const prisma = connectDatabase(postgres.url);
await ensureSeed(prisma);

async function measureAll(): Promise<MeasuredCall[]> {
  const deps = await createDeps(readEnv(measuredEnv(postgres.url)));
  await deps.start();
  const app = await buildApp(deps);
  const measured = await measureWorstCalls(app, prisma, deps.pageMs());
  await app.close();
  await deps.close();
  return measured;
}

/** Repeats the addresses until the time is over. Returns how many replies had each status. */
async function attack(
  origin: string,
  calls: readonly AttackCall[],
  tokens: readonly string[],
): Promise<[number, number][]> {
  const worker = new Worker(new URL('./attack.worker.ts', import.meta.url), {
    workerData: { origin, calls, tokens, until: Date.now() + BESIDE_MS },
  });
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

/** Measures light calls of a member beside accounts that repeat the calls. */
async function measureBeside(name: string, calls: readonly AttackCall[]): Promise<string> {
  const users = await Promise.all(Array.from({ length: ATTACKERS + 1 }, () => createUser(prisma)));
  const server = await start('./server.ts', { ...measuredEnv(postgres.url), RATE_LIMIT: 'on' });
  const { tokens = [] } = await ask(server.child, { tokensOf: users.map(({ id }) => id) });
  const [own = '', ...others] = tokens;
  const light = () => call(server.address, { path: '/api/v1/countries', token: own });
  await light();
  const alone = await beside(sleep(ALONE_MS), light);
  const attacked = attack(server.address, calls, others);
  const { p50, p99 } = await beside(attacked, light);
  const counts = (await attacked).map(([status, count]) => `${status}: ${count}`);
  await stop(server);
  const line = `| ${name} | ${alone.p50.toFixed(1)} | ${p50.toFixed(1)} | ${p99.toFixed(0)} | ${counts.join(', ')} |`;
  say(line);
  return line;
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
  ];

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
      `Light calls of a member alone and beside ${ATTACKERS} accounts within their limits, in ms:`,
      '',
      '| what they repeat | alone | median | p99 | replies by status |',
      '|---|--:|--:|--:|---|',
      ...besides,
    ].join('\n'),
  );
} finally {
  await prisma.$disconnect();
  await postgres.stop();
}

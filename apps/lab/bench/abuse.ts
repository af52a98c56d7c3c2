// `pnpm lab abuse`: measures every GET of the contract with its worst parameters, in usual pages, and fails above the multiple
// of `worst-calls.ts`; then the light calls of a member alone and beside accounts that repeat the worst of them as fast as they
// are answered, within the limits. Writes reports/lab/abuse.md.
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from '@marquee/api/src/app.ts';
import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { createDeps } from '@marquee/api/src/deps.ts';
import { readEnv } from '@marquee/api/src/env.ts';
import { ensureSeed } from '@marquee/api/src/modules/catalogue/catalogue.ts';
import { createUser } from '@marquee/api/test/factories.ts';
import { startTemporaryPostgres } from '@marquee/local/src/postgres.ts';
import { deployMigrations } from '@marquee/prisma/deploy';
import { beside, call } from './load.ts';
import { ask, measuredEnv, start, stop } from './processes.ts';
import { measuredOn, writeReport } from './report.ts';
import { type MeasuredCall, MULTIPLE_MAX, measureWorstCalls } from './worst-calls.ts';

const ATTACKERS = 8;
const CONNECTIONS = 10;
const WORST = 12;
const ALONE_MS = 5_000;
const BESIDE_MS = 20_000;
const SHOWN = 20;
const say = (line: string): void => console.warn(line);

const postgres = await startTemporaryPostgres(say);
await deployMigrations(postgres.url);
const prisma = connectDatabase(postgres.url);
await ensureSeed(prisma);

async function measureAll(): Promise<MeasuredCall[]> {
  const deps = await createDeps(readEnv(measuredEnv(postgres.url)));
  await deps.start();
  const app = await buildApp(deps);
  const measured = await measureWorstCalls(app, prisma);
  await app.close();
  await deps.close();
  return measured;
}

/** Repeats the addresses until the time is over. Returns how many replies had each status. */
async function repeat(origin: string, paths: readonly string[], token: string, until: number) {
  const statuses = new Map<number, number>();
  const send = async (first: number): Promise<void> => {
    for (let at = first; Date.now() < until; at++) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${origin}${paths[at % paths.length]}`, { headers });
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, at) => send(at)));
  return statuses;
}

try {
  const measured = await measureAll();
  for (const { url, ms, pages } of measured.slice(0, SHOWN))
    say(`${ms.toFixed(1)} ms, ${pages.toFixed(1)} pages: ${url}`);
  const above = measured.filter(({ pages }) => pages > MULTIPLE_MAX);
  if (above.length > 0) process.exitCode = 1;

  const users = await Promise.all(Array.from({ length: ATTACKERS + 1 }, () => createUser(prisma)));
  const server = await start('./server.ts', { ...measuredEnv(postgres.url), RATE_LIMIT: 'on' });
  const { tokens = [] } = await ask(server.child, { tokensOf: users.map(({ id }) => id) });
  const [own = '', ...others] = tokens;
  const light = () => call(server.address, { path: '/api/v1/countries', token: own });
  await light();
  const alone = await beside(sleep(ALONE_MS), light);
  const paths = measured.slice(0, WORST).map(({ url }) => url);
  const until = Date.now() + BESIDE_MS;
  const attack = Promise.all(others.map((token) => repeat(server.address, paths, token, until)));
  const attacked = await beside(attack, light);
  const statuses = (await attack).flatMap((counts) => [...counts]);
  const total = Map.groupBy(statuses, ([status]) => status);
  const counts = [...total].map(
    ([status, all]) => `${status}: ${all.reduce((sum, [, count]) => sum + count, 0)}`,
  );
  await stop(server);

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
      `A light call of a member: median ${alone.p50.toFixed(1)} ms alone, ${attacked.p50.toFixed(1)} ms beside ${ATTACKERS} accounts (p99 ${attacked.p99.toFixed(0)} ms). They got ${counts.join(', ')}.`,
    ].join('\n'),
  );
} finally {
  await prisma.$disconnect();
  await postgres.stop();
}

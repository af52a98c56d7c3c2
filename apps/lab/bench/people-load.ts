// `pnpm lab load` measures the API on the demo catalogue, with the heap flags of `npm start`, on Linux.
// `--write` writes the tables into docs/performance-figures.md.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { ensureSeed } from '@marquee/api/src/modules/catalogue/catalogue.ts';
import { createRandom } from '@marquee/api/test/random.ts';
import { startTemporaryPostgres } from '@marquee/local/src/postgres.ts';
import { startRedisService } from '@marquee/local/test/services.ts';
import { deployMigrations } from '@marquee/prisma/deploy';
import { nextCall, prepareWorld } from './mix.ts';
import { cpuSecondsOf, pssOf, sumByPart } from './process-tree.ts';
import { ask, type Measurable, measuredEnv, SMALL_HEAP, start, stop } from './processes.ts';
import { measuredOn, toMb, writeReport } from './report.ts';
import {
  type Person,
  sendAsFastAsAnswered,
  sendAsPeople,
  sendAtRate,
  type Tally,
  type Target,
} from './traffic.ts';
import { inventPeople } from './world.ts';

const { values: options } = parseArgs({
  options: {
    // Measures only this part: `people` (members with pauses), `connections` (no pauses) or `ceiling` (the
    // highest rate).
    part: { type: 'string' },
    people: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '300' },
    mb: { type: 'string', default: '320' },
    write: { type: 'boolean', default: false },
  },
});

/** Average pause of a member between two calls, in seconds. */
const THINK_SECONDS = 5;
const WARM_UP_CALLS = 3_000;
const CONNECTIONS = [8, 16, 32, 64, 128, 256, 512];
const CONNECTION_SECONDS = 6;
/** The highest rate is the last rate with a p99 below this limit and without a failed call. */
const CEILING_P99_MS = 250;
const FIRST_RATE = 200;
const RATE_STEP = 1.3;
const RATE_SECONDS = 6;
const say = (line: string): void => console.warn(line);

const postgres = await startTemporaryPostgres(say);
const redis = await startRedisService(null);
if (!redis) say('There is no redis-server: each process counts its limits separately');

async function createTarget(api: Measurable): Promise<Target> {
  const prisma = connectDatabase(postgres.url, 2);
  const random = createRandom(1);
  const ids = await inventPeople(postgres.adminUrl, Number(options.people));
  const world = await prepareWorld(prisma, ids, random);
  await prisma.$disconnect();
  const { tokens = [] } = await ask(api.child, { tokensOf: ids });
  const people = tokens.map((token, at): Person => ({ token, next: () => nextCall(world, at) }));
  return { addresses: [api.address], people };
}

const toLine = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
function addLine(lines: string[], ...cells: (string | number)[]): void {
  lines.push(toLine(cells));
  say(lines.at(-1) ?? '');
}

function sayErrors(tally: Tally): void {
  for (const [reason, count] of tally.errors) say(`  ${count} × ${reason}`);
}

/**
 * Runs `work`. Returns its result, and the number of cores that API, PostgreSQL, Redis and the callers used.
 */
async function withCores<T>(work: () => Promise<T>): Promise<{ result: T; cores: string[] }> {
  const before = sumByPart([process.pid], cpuSecondsOf);
  const started = performance.now();
  const result = await work();
  const seconds = (performance.now() - started) / 1_000;
  const after = sumByPart([process.pid], cpuSecondsOf);
  const cores = ['API', 'PostgreSQL', 'Redis', 'others'].map((part) =>
    (((after.get(part) ?? 0) - (before.get(part) ?? 0)) / seconds).toFixed(2),
  );
  return { result, cores };
}

/**
 * Measures members with pauses. Reads the memory of the API at the start and five times at equal intervals.
 */
async function measurePeople(target: Target, api: Measurable): Promise<string[]> {
  const seconds = Number(options.seconds);
  const memory: string[] = [];
  const read = (): void => void memory.push(toMb(pssOf(api.child.pid ?? 0)));
  read();
  const timer = setInterval(read, (seconds * 1_000) / 5);
  const { result: tally, cores } = await withCores(() =>
    sendAsPeople(target, { seconds, thinkSeconds: THINK_SECONDS, random: createRandom(2) }),
  );
  clearInterval(timer);
  if (memory.length < 6) read();
  sayErrors(tally);
  const perSecond = (tally.answered / seconds).toFixed(0);
  const lines = [
    `${target.people.length} people for ${seconds} s, a call every ${THINK_SECONDS} s each on average (${perSecond} calls a second), one API process, CACHE_MB ${options.mb}: ${tally.failed} errors, ${tally.refused} refused. Memory of the API at each fifth of the time: ${memory.join(', ')} MB. Cores used: API ${cores[0]}, PostgreSQL ${cores[1]}, Redis ${cores[2]}, the callers ${cores[3]}.`,
    '',
    '| calls | number | p50 ms | p99 ms | worst ms |',
    '|---|--:|--:|--:|--:|',
  ];
  say(lines[0] ?? '');
  for (const { kind, calls, p50, p99, worst } of tally.figures())
    addLine(lines, kind, calls, p50.toFixed(1), p99.toFixed(1), worst.toFixed(0));
  return lines;
}

/**
 * Measures each number of connections in CONNECTIONS. Each connection sends the next call after each reply.
 */
async function measureConnections(target: Target): Promise<string[]> {
  const lines = [
    '| connections | calls a second | p50 ms | p99 ms | refused (503 with Retry-After) | errors |',
    '|--:|--:|--:|--:|--:|--:|',
  ];
  for (const connections of CONNECTIONS) {
    const tally = await sendAsFastAsAnswered(target, { connections, seconds: CONNECTION_SECONDS });
    const all = tally.figures().at(-1);
    if (!all) continue;
    const perSecond = (all.calls / CONNECTION_SECONDS).toFixed(0);
    addLine(
      lines,
      connections,
      perSecond,
      all.p50.toFixed(1),
      all.p99.toFixed(1),
      tally.refused,
      tally.failed,
    );
    sayErrors(tally);
  }
  return lines;
}

/**
 * Raises the rate until the p99 exceeds the limit or a call fails. The CPU use of each part shows the
 * bottleneck.
 */
async function measureCeiling(target: Target): Promise<string[]> {
  const lines: string[] = [];
  for (let rate = FIRST_RATE; ; rate = Math.round(rate * RATE_STEP)) {
    const { result: tally, cores } = await withCores(() =>
      sendAtRate(target, { perSecond: rate, seconds: RATE_SECONDS }),
    );
    const p99 = tally.p99();
    const failed = tally.refused + tally.failed;
    addLine(lines, target.addresses.length, rate, p99.toFixed(0), failed, ...cores);
    sayErrors(tally);
    if (p99 > CEILING_P99_MS || failed > 0) return lines.slice(-2);
    await sleep(500);
  }
}

async function main(): Promise<void> {
  await deployMigrations(postgres.url);
  const prisma = connectDatabase(postgres.url, 2);
  await ensureSeed(prisma);
  await prisma.$disconnect();
  const env = {
    ...measuredEnv(postgres.url),
    CACHE_MB: options.mb,
    ...(redis && { REDIS_URL: redis.url, RATE_LIMIT: 'on' }),
  };
  const first = await start('./server.ts', env, SMALL_HEAP);
  const target = await createTarget(first);
  await sendAsFastAsAnswered(target, { connections: 8, calls: WARM_UP_CALLS });
  const wants = (part: string): boolean => (options.part ?? part) === part;
  const parts: string[] = [];
  if (wants('people')) parts.push((await measurePeople(target, first)).join('\n'));
  if (wants('connections')) parts.push((await measureConnections(target)).join('\n'));
  const apis = [first];
  if (wants('ceiling')) {
    const alone = await measureCeiling(target);
    apis.push(await start('./server.ts', env, SMALL_HEAP));
    const both = { ...target, addresses: apis.map(({ address }) => address) };
    await sendAsFastAsAnswered(both, { connections: 8, calls: WARM_UP_CALLS });
    parts.push(
      [
        '| API processes | calls a second | p99 ms | refused or failed | cores used by the API | PostgreSQL | Redis | the callers |',
        '|--:|--:|--:|--:|--:|--:|--:|--:|',
        ...alone,
        ...(await measureCeiling(both)),
      ].join('\n'),
    );
  }
  if (options.write)
    writeReport('load', [`${measuredOn()}; load and server share the machine.`, ...parts].join('\n\n'));
  for (const api of apis) await stop(api);
}

try {
  await main();
} finally {
  await redis?.stop();
  await postgres.stop();
}

// `pnpm lab load` runs the product as `npm start` does, on the demo catalogue and with its settings, and prints
// processor time, latency and memory of the API together, on Linux. Writes its tables into
// reports/lab/load.md.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { createRandom } from '@marquee/api/test/random.ts';
import type { PrismaClient } from '@marquee/prisma';
import {
  DISCOVER,
  emptyLists,
  type MixCall,
  type MixWorld,
  nextCall,
  PAUSE_SECONDS,
  prepareWorld,
  ratingOf,
  TITLES_PER_LIST,
} from './mix.ts';
import { cpuSecondsOf, pssOf } from './process-tree.ts';
import { measuredOn, toMb, writeReport } from './report.ts';
import { issueTokens, type Stack, startStack } from './stack.ts';
import {
  type LoadUser,
  sendAsFastAsAnswered,
  sendOneByOne,
  sendWithPauses,
  type Tally,
  type Target,
} from './traffic.ts';
import { inventUsers, RATINGS_OF_ACTIVE } from './world.ts';

const { values: options } = parseArgs({
  options: {
    // Measures only this part: `users` (the mix with pauses), `pages` (single calls, one after the other) or
    // `connections` (the mix without pauses).
    part: { type: 'string' },
    users: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '120' },
    // Ratings of each of the first 1,000 users, and titles on a list of each. Titles on a list
    // cost a second fold-in.
    ratings: { type: 'string', default: String(RATINGS_OF_ACTIVE) },
    listed: { type: 'string', default: String(TITLES_PER_LIST) },
    // CACHE_USERS, when it should not be that of `npm start`.
    cached: { type: 'string' },
  },
});

const WARM_UP_CALLS = 3_000;
const PAGES = 400;
const PAGE_ROUNDS = 5;
const CACHED_CALLS = 4_000;
/** Their tastes are in the cache for sure, and each of 500 users stays below the limit on calls. */
const CACHED_USERS = 50;
const CONNECTIONS = 32;
const CONNECTION_SECONDS = 20;
const say = (line: string): void => console.warn(line);

interface Subject {
  stack: Stack;
  prisma: PrismaClient;
  target: Target;
  world: MixWorld;
  ids: readonly number[];
}

async function prepareSubject(stack: Stack): Promise<Subject> {
  const prisma = connectDatabase(stack.database.url, 2);
  const ids = await inventUsers(stack.database.url, Number(options.users), Number(options.ratings));
  const world = await prepareWorld(prisma, ids, createRandom(1), Number(options.listed));
  const tokens = await issueTokens(ids);
  const users = tokens.map((token, at): LoadUser => ({ token, next: () => nextCall(world, at) }));
  return { stack, prisma, target: { addresses: [stack.address], users }, world, ids };
}

const toLine = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
function addLine(lines: string[], ...cells: (string | number)[]): void {
  lines.push(toLine(cells));
  say(lines.at(-1) ?? '');
}

/** Runs `work`. Returns its tally, and the processor time of the API per answered call in milliseconds. */
async function withCpu(
  { stack }: Subject,
  work: () => Promise<Tally>,
): Promise<{ tally: Tally; cpuMs: number }> {
  const before = cpuSecondsOf(stack.apiPid);
  const tally = await work();
  for (const [reason, count] of tally.errors) say(`  ${count} × ${reason}`);
  return { tally, cpuMs: (1_000 * (cpuSecondsOf(stack.apiPid) - before)) / tally.answered };
}

const memoryOf = ({ stack }: Subject): string => toMb(pssOf(stack.apiPid));

/** Measures members with pauses. */
async function measureUsers(subject: Subject): Promise<string[]> {
  const seconds = Number(options.seconds);
  const memory = memoryOf(subject);
  const { tally, cpuMs } = await withCpu(subject, () =>
    sendWithPauses(subject.target, { seconds, random: createRandom(2) }),
  );
  const perSecond = (tally.answered / seconds).toFixed(0);
  const lines = [
    `${subject.ids.length} users for ${seconds} s with pauses of ${PAUSE_SECONDS.least} to ${PAUSE_SECONDS.most} s: ${perSecond} calls a second, ${cpuMs.toFixed(2)} CPU ms of the API per call, ${tally.failed} errors, ${tally.refused} refused. Memory of the API ${memory} MB before and ${memoryOf(subject)} MB at the end.`,
    '',
    '| calls | number | p50 ms | p99 ms | worst ms |',
    '|---|--:|--:|--:|--:|',
  ];
  say(lines[0] ?? '');
  for (const { kind, calls, p50, p99, worst } of tally.figures())
    addLine(lines, kind, calls, p50.toFixed(1), p99.toFixed(1), worst.toFixed(0));
  return lines;
}

/** Makes the API forget the users, as a change of their accounts does. */
async function forget({ prisma, ids }: Subject): Promise<void> {
  for (const channel of ['marquee_access', 'marquee_user'])
    await prisma.$executeRaw`SELECT pg_notify(${channel}, ${ids.join(',')})`;
  await sleep(300);
}

interface PageFigures {
  cpuMs: number;
  p50: number;
  p99: number;
}

/** Measures calls of one caller at a time, so that processor time and latency are those of the call. */
async function measureCalls(
  subject: Subject,
  calls: number,
  users: number,
  callsOf: () => MixCall[],
): Promise<PageFigures> {
  const { tally, cpuMs } = await withCpu(subject, () =>
    sendOneByOne(subject.target, { calls, users, callsOf }),
  );
  if (tally.failed + tally.refused > 0) throw new Error('calls failed, so the figures would be too low');
  const pages = tally.figures().find(({ kind }) => kind === 'discover');
  return { cpuMs: cpuMs * (tally.answered / calls), p50: pages?.p50 ?? 0, p99: pages?.p99 ?? 0 };
}

/**
 * Measures single pages. Returns the median of the rounds, because V8 still compiles in the first one, and only some have
 * a collection of the whole heap.
 */
async function measurePages(subject: Subject): Promise<string[]> {
  const { world, ids, prisma } = subject;
  // Calls of the mix have added titles.
  if (options.listed === '0') await emptyLists(prisma, world);
  const get = (path: string): MixCall => ({ kind: 'discover', method: 'GET', path });
  const rating = (): MixCall =>
    ratingOf(world.random, world.random.pick(world.titles.slice(0, Math.ceil(world.titles.length / 4))));
  const pages = Math.min(PAGES, ids.length);
  const uncached = (calls: () => MixCall[]) => async (): Promise<PageFigures> => {
    await forget(subject);
    return measureCalls(subject, pages, pages, calls);
  };
  const measures: Record<string, () => Promise<PageFigures>> = {
    'uncached page, `view=card`': uncached(() => [get(DISCOVER)]),
    'uncached page, full': uncached(() => [get(DISCOVER.replace('&view=card', ''))]),
    'a rating and the next page': () => measureCalls(subject, pages, pages, () => [rating(), get(DISCOVER)]),
    'page of a cached taste': async () => {
      await measureCalls(subject, CACHED_USERS, CACHED_USERS, () => [get(DISCOVER)]);
      return measureCalls(subject, CACHED_CALLS, CACHED_USERS, () => [get(DISCOVER)]);
    },
  };
  const rounds = new Map(Object.keys(measures).map((name): [string, PageFigures[]] => [name, []]));
  for (let round = 0; round < PAGE_ROUNDS; round++)
    for (const [name, measure] of Object.entries(measures)) rounds.get(name)?.push(await measure());
  const lines = [
    `| one after the other, median of ${PAGE_ROUNDS} rounds | CPU ms | p50 ms | p99 ms |`,
    '|---|--:|--:|--:|',
  ];
  for (const [name, figures] of rounds) {
    const median = (of: keyof PageFigures): number =>
      figures.map((one) => one[of]).sort((a, b) => a - b)[Math.floor(PAGE_ROUNDS / 2)] ?? 0;
    addLine(lines, name, median('cpuMs').toFixed(2), median('p50').toFixed(1), median('p99').toFixed(1));
  }
  return lines;
}

/** Measures connections that send the next call after each reply. */
async function measureConnections(subject: Subject): Promise<string[]> {
  const { tally, cpuMs } = await withCpu(subject, () =>
    sendAsFastAsAnswered(subject.target, { connections: CONNECTIONS, seconds: CONNECTION_SECONDS }),
  );
  const all = tally.figures().at(-1);
  const perSecond = ((all?.calls ?? 0) / CONNECTION_SECONDS).toFixed(0);
  const line = `${CONNECTIONS} connections without pauses: ${perSecond} calls a second, ${cpuMs.toFixed(2)} CPU ms of the API per call, p99 ${all?.p99.toFixed(0)} ms, ${tally.refused} refused, ${tally.failed} errors.`;
  say(line);
  return [line];
}

const stack = await startStack(options.cached === undefined ? {} : { CACHE_USERS: options.cached });
try {
  const subject = await prepareSubject(stack);
  await sendAsFastAsAnswered(subject.target, { connections: 8, calls: WARM_UP_CALLS });
  const measures = {
    users: measureUsers,
    pages: measurePages,
    connections: measureConnections,
  };
  const parts: string[] = [];
  for (const [part, measure] of Object.entries(measures))
    if ((options.part ?? part) === part) parts.push((await measure(subject)).join('\n'));
  await subject.prisma.$disconnect();
  writeReport('load', [`${measuredOn()}; load and server share the machine.`, ...parts].join('\n\n'));
} finally {
  await stack.stop();
}

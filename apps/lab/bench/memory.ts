// `pnpm lab memory [--cached CACHE_USERS]`: samples the memory of all processes of `npm start` every second, on
// Linux. Phases: start on an empty data folder, 20,000 calls of 500 members, import of a member, training.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { createQueueView } from '@marquee/api/src/jobs/queue.ts';
import { createRandom } from '@marquee/api/test/random.ts';
import type { PrismaClient } from '@marquee/prisma';
import { pino } from 'pino';
import { nextCall, prepareWorld } from './mix.ts';
import { pssOf, sumByPart } from './process-tree.ts';
import { measuredOn, toMb } from './report.ts';
import { issueTokens, startStack, waitFor } from './stack.ts';
import { type LoadUser, sendAsFastAsAnswered, type Tally } from './traffic.ts';
import { inventUsers } from './world.ts';

const { values: options } = parseArgs({
  options: {
    cached: { type: 'string' },
    users: { type: 'string', default: '500' },
    calls: { type: 'string', default: '20000' },
    training: { type: 'boolean', default: true },
  },
  allowNegative: true,
});

const CONNECTIONS = 16;
const IMPORTED = 3_000;
const SAMPLE_MS = 1_000;
const say = (line: string): void => console.warn(line);

/**
 * Samples the memory of the stack. Stores the highest value of each part, and of their sum, in total and by
 * phase.
 */
function startSampling(pid: number) {
  const highest = new Map<string, number>();
  const phases: [phase: string, parts: Map<string, number>][] = [];
  let phase = 'start';
  const sample = (): void => {
    const parts = sumByPart([pid], pssOf);
    parts.set(
      'all processes',
      [...parts.values()].reduce((sum, bytes) => sum + bytes, 0),
    );
    const isNew = phases.at(-1)?.[0] !== phase;
    if (isNew) phases.push([phase, new Map()]);
    for (const [part, bytes] of parts) {
      highest.set(part, Math.max(highest.get(part) ?? 0, bytes));
      const ofPhase = phases.at(-1)?.[1];
      ofPhase?.set(part, Math.max(ofPhase.get(part) ?? 0, bytes));
    }
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    begin(next: string): void {
      sample();
      const [name, parts] = phases.at(-1) ?? ['', new Map<string, number>()];
      say(`${name}: ${[...parts].map(([part, bytes]) => `${part} ${toMb(bytes)} MB`).join(', ')}`);
      phase = next;
    },
    end(): Map<string, number> {
      clearInterval(timer);
      return highest;
    },
  };
}

/** Uploads and confirms an import of the member. */
async function importHistory(address: string, token: string, prisma: PrismaClient): Promise<void> {
  const media = await prisma.medium.findMany({ take: IMPORTED, orderBy: { id: 'asc' } });
  const lines = media.map(
    ({ title, releaseYear }, at) =>
      `,${1 + (at % 10)},2020-05-01,"${title.replaceAll('"', '""')}",,Movie,${releaseYear}`,
  );
  const ask = async (path: string, body?: string) => {
    const response = await fetch(`${address}/api/v1/user/imports${path}`, {
      ...(body !== undefined && { method: 'POST', body }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const file = ['Const,Your Rating,Date Rated,Title,URL,Title Type,Year', ...lines].join('\n');
  const { import: made } = await ask('?source=imdb', file);
  const state = async (): Promise<string> => (await ask(`/${made.id}`)).import.state;
  await waitFor('reading the import', async () => (await state()) === 'ready');
  const confirmed = await fetch(`${address}/api/v1/user/imports/${made.id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  if (!confirmed.ok) throw new Error(`the import was not confirmed: ${confirmed.status}`);
  await waitFor('applying the import', async () => (await state()) === 'applied');
}

/** Runs the schedule `train-model` at once, in the process that runs the jobs. */
async function train(databaseUrl: string, prisma: PrismaClient): Promise<void> {
  const view = createQueueView({ DATABASE_URL: databaseUrl, REDIS_URL: null }, pino({ level: 'warn' }));
  const queue = await view.queue();
  await queue.add('train-model', { schedule: 'train-model' });
  await view.close();
  await waitFor('the training', async () => (await prisma.recommenderModel.count()) > 0);
}

let sampling: ReturnType<typeof startSampling> | undefined;
const stack = await startStack(options.cached === undefined ? {} : { CACHE_USERS: options.cached }, (pid) => {
  sampling = startSampling(pid);
});
let tally: Tally | null = null;
try {
  sampling?.begin('idle');
  const { url } = stack.database;
  const prisma = connectDatabase(url, 2);
  const random = createRandom(1);
  const ids = await inventUsers(url, Number(options.users));
  const world = await prepareWorld(prisma, ids, random);
  const tokens = await issueTokens(ids);
  const users = tokens.map((token, at): LoadUser => ({ token, next: () => nextCall(world, at) }));
  sampling?.begin('calls and import');
  const target = { addresses: [stack.address], users };
  const importing = importHistory(stack.address, tokens.at(-1) ?? '', prisma);
  const load = { connections: CONNECTIONS, calls: Number(options.calls) };
  [tally] = await Promise.all([sendAsFastAsAnswered(target, load), importing]);
  if (options.training) {
    sampling?.begin('training');
    await train(url, prisma);
  }
  sampling?.begin('afterwards');
  await sleep(15_000);
  sampling?.begin('end');
  await prisma.$disconnect();
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
} finally {
  await stack.stop();
}
const highest = sampling?.end() ?? new Map<string, number>();
say(measuredOn());
if (tally) say(`${tally.answered} calls answered, ${tally.refused} refused, ${tally.failed} failed`);
for (const [reason, count] of tally?.errors ?? []) say(`  ${count} × ${reason}`);
for (const { kind, calls, p50, p99 } of tally?.figures() ?? [])
  say(`  ${kind}: ${calls} calls, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
for (const [part, bytes] of highest) say(`| ${part} | ${toMb(bytes)} |`);

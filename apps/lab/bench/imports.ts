// `pnpm lab imports`: the preview of an export of 3,500 titles in 112 files, on `npm start` as it comes. Measures the
// processor time of the process that reads the file, the time until the preview, and the calls of another user alone and
// beside it. Linux only. Writes its tables into reports/lab/imports.md.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { zipTexts } from '@marquee/api/test/uploads.ts';
import { beside, call, percentile } from './load.ts';
import { DISCOVER } from './mix.ts';
import { cpuSecondsOf, endedChildrenCpuSecondsOf } from './process-tree.ts';
import { measuredOn, writeReport } from './report.ts';
import { issueTokens, startStack } from './stack.ts';
import { inventUsers } from './world.ts';

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });

const KNOWN = 2_300;
const UNKNOWN = 1_200;
const LISTS = 106;
const PER_LIST = 60;
const ALONE_MS = 10_000;
const POLL_MS = 100;
const CALLS = { 'a light call': '/api/v1/user_preferences', 'a page of Discover': DISCOVER };
const say = (line: string): void => console.warn(line);

/** Returns an archive in the layout of Letterboxd. Each title is the cells of its name and year. */
function makeExport(titles: readonly string[]): Uint8Array {
  const head = 'Date,Name,Year,Letterboxd URI';
  const day = (at: number): string => `2020-01-${String(1 + (at % 28)).padStart(2, '0')}`;
  const row = (title: string, at: number): string => `${day(at)},${title},https://boxd.it/${at}`;
  const list = (number: number): string =>
    [
      'Letterboxd list export v7',
      'Date,Name,Tags,URL,Description',
      `2020-01-01,List ${number},,https://boxd.it/list${number},`,
      '',
      'Position,Name,Year,URL,Description',
      ...Array.from({ length: PER_LIST }, (_, at) => {
        const place = (at * 37 + number * 11) % titles.length;
        return `${at + 1},${titles[place]},https://boxd.it/${place},`;
      }),
    ].join('\n');
  return zipTexts({
    'profile.csv': 'Date Joined,Username\n2020-01-01,me\n',
    'comments.csv': 'Date,Content,Comment\n2020-01-01,https://boxd.it/1,Thank you\n',
    'watched.csv': [head, ...titles.map(row)].join('\n'),
    'ratings.csv': [`${head},Rating`, ...titles.map((title, at) => `${row(title, at)},${1 + (at % 5)}`)].join(
      '\n',
    ),
    'diary.csv': [
      `${head},Rating,Rewatch,Tags,Watched Date`,
      ...titles.slice(0, 2_000).map((title, at) => `${row(title, at)},4,,"cinema, again",2020-01-01`),
    ].join('\n'),
    'watchlist.csv': [head, ...titles.slice(-500).map(row)].join('\n'),
    ...Object.fromEntries(Array.from({ length: LISTS }, (_, at) => [`lists/list-${at}.csv`, list(at)])),
  });
}

const stack = await startStack({ RATE_LIMIT: 'off' });
try {
  const prisma = connectDatabase(stack.database.url, 2);
  const media = await prisma.medium.findMany({
    where: { type: 'movie' },
    orderBy: { id: 'asc' },
    take: KNOWN,
    select: { title: true, releaseYear: true },
  });
  await prisma.$disconnect();
  const file = makeExport([
    ...media.map(({ title, releaseYear }) => `"${title.replaceAll('"', '""')}",${releaseYear ?? ''}`),
    ...Array.from({ length: UNKNOWN }, (_, at) => `"Nobody Filmed Number ${at}",${1950 + (at % 70)}`),
  ]);
  const runs = Number(options.runs);
  // Each import has a user of its own, because those who have used much reading time wait longer.
  const [token = '', ...importers] = await issueTokens(await inventUsers(stack.database.url, 1 + runs));

  const askImports = async (owner: string, path: string, body?: Uint8Array) => {
    const response = await fetch(`${stack.address}/api/v1/user/imports${path}`, {
      ...(body && { method: 'POST', body: new Uint8Array(body) }),
      headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/octet-stream' },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()).import;
  };

  async function preview(owner: string): Promise<void> {
    const { id } = await askImports(owner, '?file_name=letterboxd.zip', file);
    for (;;) {
      const { state, failure } = await askImports(owner, `/${id}`);
      if (state === 'failed') throw new Error(failure);
      if (state === 'ready') return;
      await sleep(POLL_MS);
    }
  }

  const reading: number[] = [];
  const rest: number[] = [];
  const waiting: number[] = [];
  async function importAll(owners: readonly string[]): Promise<void> {
    for (const owner of owners) {
      const before = endedChildrenCpuSecondsOf(stack.apiPid);
      const cpuBefore = cpuSecondsOf(stack.apiPid);
      const startedAt = performance.now();
      await preview(owner);
      waiting.push((performance.now() - startedAt) / 1_000);
      reading.push(endedChildrenCpuSecondsOf(stack.apiPid) - before);
      rest.push(cpuSecondsOf(stack.apiPid) - cpuBefore);
    }
  }

  const ms = (value: number): string => value.toFixed(1);
  const calls: string[] = [];
  const half = Math.ceil(runs / 2);
  for (const [at, [name, path]] of Object.entries(CALLS).entries()) {
    for (let turn = 0; turn < 100; turn++) await call(stack.address, { path, token });
    const ownCall = () => call(stack.address, { path, token });
    const alone = await beside(sleep(ALONE_MS), ownCall);
    const owners = at === 0 ? importers.slice(0, half) : importers.slice(half);
    const busy = await beside(importAll(owners), ownCall);
    for (const [when, { p50, p99, worst }] of Object.entries({ alone, 'beside imports': busy })) {
      calls.push(`| ${name}, ${when} | ${ms(p50)} | ${ms(p99)} | ${ms(worst)} |`);
      say(calls.at(-1) ?? '');
    }
  }
  const figures = (name: string, values: readonly number[]): string => {
    const sorted = values.toSorted((a, b) => a - b);
    return `| ${name} | ${percentile(sorted, 0.5).toFixed(2)} | ${sorted.at(-1)?.toFixed(2)} |`;
  };
  const report = [
    `${measuredOn()}; callers and server share the machine. ${runs} imports of ${KNOWN + UNKNOWN} titles.`,
    '',
    '| seconds of an import | median | most |',
    '|---|--:|--:|',
    figures('processor time of the process that reads the file', reading),
    figures('processor time of API and worker', rest),
    figures('until the preview', waiting),
    '',
    '| call of another user | p50 ms | p99 ms | worst ms |',
    '|---|--:|--:|--:|',
    ...calls,
  ].join('\n');
  say(report);
  writeReport('imports', report);
} finally {
  await stack.stop();
}

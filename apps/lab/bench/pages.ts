// `pnpm lab pages`: processor time and allocations of single calls in one API process with the caches and heap flags
// of `npm start`, one call after the other. With `--against FOLDER`, an installed checkout, both take turns over one
// database, and the pages of twenty users are compared. `--flags='--cpu-prof --cpu-prof-dir=FOLDER'` writes what the
// process spends its time in. Writes reports/lab/pages.md.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { ensureSeed } from '@marquee/api/src/modules/catalogue/catalogue.ts';
import { createRandom } from '@marquee/api/test/random.ts';
import { startTemporaryPostgres } from '@marquee/local/src/postgres.ts';
import { deployMigrations } from '@marquee/prisma/deploy';
import pg from 'pg';
import { comparePages } from './compare-pages.ts';
import {
  DISCOVER,
  emptyLists,
  type MixCall,
  nextCall,
  prepareWorld,
  ratingOf,
  TITLES_PER_LIST,
} from './mix.ts';
import { ask, type Measurable, measuredEnv, start, stop } from './processes.ts';
import { measuredOn, writeReport } from './report.ts';
import { sendAsFastAsAnswered, sendOneByOne, type Target } from './traffic.ts';
import { inventUsers, RATINGS_OF_ACTIVE } from './world.ts';

const { values: options } = parseArgs({
  options: {
    against: { type: 'string' },
    users: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '3' },
    // Ratings of each of the first 1,000 users, and titles on a list of each. Titles on a list
    // cost a second fold-in.
    ratings: { type: 'string', default: String(RATINGS_OF_ACTIVE) },
    listed: { type: 'string', default: String(TITLES_PER_LIST) },
    // Node flags of this checkout, when they should not be those of `npm start`.
    flags: { type: 'string', default: '--max-semi-space-size=16 --heap-growing-percent=40' },
    // Those of the other checkout, when they should not be the same: then code alone is compared.
    against_flags: { type: 'string' },
  },
});

const WARM_UP_CALLS = 3_000;
const CACHED_CALLS = 2_000;
/** As many users as have their tastes in the cache for sure. */
const CACHED_USERS = 20;
const say = (line: string): void => console.warn(line);

const postgres = await startTemporaryPostgres(say);
await deployMigrations(postgres.url);
const prisma = connectDatabase(postgres.url, 2);
await ensureSeed(prisma);
const ids = await inventUsers(postgres.adminUrl, Number(options.users), Number(options.ratings));
const world = await prepareWorld(prisma, ids, createRandom(1), Number(options.listed));
const client = new pg.Client({ connectionString: postgres.adminUrl });
await client.connect();

/** One checkout under measurement. */
interface Subject {
  name: string;
  server: Measurable;
  target: Target;
}

async function open(name: string, folder: string, flags: string): Promise<Subject> {
  const file = pathToFileURL(join(folder, 'apps/lab/bench/server.ts')).href;
  const server = await start(file, { ...measuredEnv(postgres.url), CACHE_USERS: '1000' }, flags.split(' '));
  const { tokens = [] } = await ask(server.child, { tokensOf: ids });
  const users = tokens.map((token, at) => ({ token, next: () => nextCall(world, at) }));
  return { name, server, target: { addresses: [server.address], users } };
}

/** Makes the API forget the users, as a change of their accounts does. */
async function forget(): Promise<void> {
  for (const channel of ['marquee_access', 'marquee_user'])
    await client.query('SELECT pg_notify($1, $2)', [channel, ids.join(',')]);
  await new Promise((done) => setTimeout(done, 300));
}

const get = (path: string): MixCall => ({ kind: 'discover', method: 'GET', path });
const random = createRandom(3);
const popular = world.titles.slice(0, Math.ceil(world.titles.length / 4));
const search = (type: string): MixCall => {
  const { title } = random.pick(world.titles);
  const query = encodeURIComponent(
    random.pick([title.slice(0, -2), title.replace(/(..)(.)(.)/, '$1$3$2'), title]),
  );
  return get(`/api/v2/media?selection=search&view=card&query=${query}${type}`);
};

interface Measure {
  name: string;
  calls: number;
  users: number;
  prepare?: () => Promise<unknown>;
  callsOf: () => MixCall[];
}

const warm = { calls: CACHED_CALLS, users: CACHED_USERS };
const each = { calls: ids.length, users: ids.length };
const MEASURES: readonly Measure[] = [
  { name: 'uncached page, `view=card`', ...each, prepare: forget, callsOf: () => [get(DISCOVER)] },
  {
    name: 'uncached page, full',
    ...each,
    prepare: forget,
    callsOf: () => [get(DISCOVER.replace('&view=card', ''))],
  },
  { name: 'a rating', ...each, callsOf: () => [ratingOf(random, random.pick(popular))] },
  {
    name: 'a rating and the next page',
    ...each,
    callsOf: () => [ratingOf(random, random.pick(popular)), get(DISCOVER)],
  },
  { name: 'page of a cached taste', ...warm, callsOf: () => [get(DISCOVER)] },
  {
    name: 'page of a cached taste, plain',
    ...warm,
    callsOf: () => [{ ...get(DISCOVER), encoding: 'identity' }],
  },
  { name: 'page of a cached taste, gzip', ...warm, callsOf: () => [{ ...get(DISCOVER), encoding: 'gzip' }] },
  { name: 'search of titles', ...warm, callsOf: () => [search('')] },
  { name: 'search of people', ...warm, callsOf: () => [search('&search_type=people')] },
];

interface Figures {
  cpuMs: number;
  threadMs: number;
  allocatedKb: number;
}

async function measure(
  { server, target }: Subject,
  { calls, users, prepare, callsOf }: Measure,
): Promise<Figures> {
  await prepare?.();
  await ask(server.child, { allocations: 'start' });
  const before = await ask(server.child, {});
  const tally = await sendOneByOne(target, { calls, users, callsOf });
  const after = await ask(server.child, { allocations: 'end' });
  for (const [reason, count] of tally.errors) say(`  ${count} × ${reason}`);
  return {
    cpuMs: (after.cpuMs - before.cpuMs) / calls,
    threadMs: (after.threadMs - before.threadMs) / calls,
    allocatedKb: (after.allocatedBytes ?? 0) / calls / 1_024,
  };
}

const least = (figures: readonly Figures[], of: keyof Figures): number =>
  Math.min(...figures.map((one) => one[of]));

/** Returns a table row per measure. The least of the rounds counts, because other work only adds. */
async function measureAll(subjects: readonly Subject[]): Promise<string[]> {
  const lines = [
    '| one after the other | checkout | CPU ms | of it main thread | kB allocated on the heap |',
    '|---|---|--:|--:|--:|',
  ];
  const seen = new Map<string, Figures[]>();
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const one of MEASURES) {
      for (const subject of subjects) {
        const key = `${one.name} | ${subject.name}`;
        seen.set(key, [...(seen.get(key) ?? []), await measure(subject, one)]);
      }
    }
  }
  for (const [name, figures] of seen) {
    const cells = [
      least(figures, 'cpuMs').toFixed(2),
      least(figures, 'threadMs').toFixed(2),
      least(figures, 'allocatedKb').toFixed(0),
    ];
    lines.push(`| ${name} | ${cells.join(' | ')} |`);
  }
  return lines;
}

try {
  const here = await open('this', join(import.meta.dirname, '../../..'), options.flags);
  const subjects = [here];
  const parts: string[] = [];
  if (options.against !== undefined) {
    const there = await open('against', resolve(options.against), options.against_flags ?? options.flags);
    subjects.unshift(there);
    await forget();
    parts.push(await comparePages(there.server, here.server, ids));
    say(parts.at(-1) ?? '');
  }
  for (const { target } of subjects)
    await sendAsFastAsAnswered(target, { connections: 8, calls: WARM_UP_CALLS });
  // Calls of the mix have added titles.
  if (options.listed === '0') await emptyLists(prisma, world);
  await prisma.$disconnect();
  parts.push((await measureAll(subjects)).join('\n'));
  say(parts.at(-1) ?? '');
  await Promise.all(subjects.map(({ server }) => stop(server)));
  writeReport('pages', [`${measuredOn()}; load and server share the machine.`, ...parts].join('\n\n'));
} finally {
  await client.end();
  await postgres.stop();
}

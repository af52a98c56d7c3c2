// `pnpm lab calls`: compares frequent calls over HTTP with the route of bare.ts, which sends equal bytes. Writes
// its tables into reports/lab/bench.md.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { ensureSeed, importCatalogue, readDemoTitles } from '@marquee/api/src/modules/catalogue/catalogue.ts';
import { startTemporaryPostgres } from '@marquee/local/src/postgres.ts';
import { deployMigrations } from '@marquee/prisma/deploy';
import pg from 'pg';
import { call, type LoadRequest, load, type Measured, oneByOne } from './load.ts';
import { ask, measuredEnv, start, stop } from './processes.ts';
import { measuredOn, toMb, writeReport } from './report.ts';
import { ACTIVE, inventCatalogue, inventUsers } from './world.ts';

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    titles: { type: 'string' },
    people: { type: 'string' },
  },
});
const short = options.short;
/** Numbers of titles and members. Only one number changes from an entry to the next. */
const WORLDS: readonly (readonly [titles: number, people: number])[] = [
  [1_000, 1_000],
  [10_000, 1_000],
  [10_000, 100_000],
  [100_000, 100_000],
];

function chooseWorlds(): typeof WORLDS {
  if (options.titles === undefined && options.people === undefined)
    return short ? WORLDS.slice(0, 1) : WORLDS;
  const numbers = (given = '1000'): number[] => given.split(',').map(Number);
  return numbers(options.titles).flatMap((titles) =>
    numbers(options.people).map((people) => [titles, people] as const),
  );
}

const SECONDS = short ? 1 : 5;
/** Rounds of the bare route and the cached page; an odd number. */
const ROUNDS = short ? 1 : 5;
const CONNECTIONS = 8;
const DISCOVER = '/api/v2/media?grouped_genres=true&view=card';
const say = (line: string): void => console.warn(line);

interface Row extends Measured {
  titles: number;
  people: number;
  scenario: string;
  /** The bare route's processor time per request, divided by that of this scenario. */
  cpuRatio: number;
  ratio: number;
  rssBytes: number;
}

const getPage = (address: string, token: string): Promise<string> => call(address, { path: DISCOVER, token });

async function rate(address: string, token: string, mediumId: number, rating: number): Promise<void> {
  const path = `/api/v1/media/${mediumId}/user_medium_ratings`;
  await call(address, { path, token }, { user_medium_rating: { rating } });
}

async function measure(
  databaseUrl: string,
  titles: number,
  people: number,
  active: number[],
): Promise<Row[]> {
  const env = measuredEnv(databaseUrl);
  const api = await start('./server.ts', env);
  const bare = await start('./bare.ts');
  const { tokens = [] } = await ask(api.child, { tokensOf: active });
  const at = (index: number): string => tokens[index % tokens.length] ?? '';
  const cpuOf = (child: ChildProcess) => async () => (await ask(child, {})).cpuMs;
  const rows: Row[] = [];

  const page = await getPage(api.address, at(0));
  await ask(bare.child, { bytes: page });
  const underLoad = (requests: LoadRequest[]) =>
    load({
      address: api.address,
      requests,
      connections: CONNECTIONS,
      seconds: SECONDS,
      cpuMs: cpuOf(api.child),
    });
  const bareLoad = (seconds: number) =>
    load({
      address: bare.address,
      requests: [{ path: '/bare' }],
      connections: CONNECTIONS,
      seconds,
      cpuMs: cpuOf(bare.child),
    });
  await bareLoad(1);
  let reference = await bareLoad(SECONDS);
  const add = async (scenario: string, measured: Measured): Promise<void> => {
    const { rssBytes } = await ask(scenario.startsWith('bare route') ? bare.child : api.child, {});
    rows.push({
      titles,
      people,
      scenario,
      ...measured,
      ratio: measured.perSecond / reference.perSecond,
      cpuRatio: reference.cpuUs / measured.cpuUs,
      rssBytes,
    });
    say(
      `  ${scenario}: ${measured.perSecond.toFixed(0)}/s, p99 ${measured.p99.toFixed(1)} ms, worst ${measured.worst.toFixed(1)} ms`,
    );
  };
  await add('bare route', reference);

  // The process has just started, so the cache contains only the taste of the first user.
  const cold = tokens.slice(1, short ? 50 : 400);
  const readPage = (token: string) => getPage(api.address, token);
  await add('cold taste', await oneByOne(cold, async () => {}, readPage, cpuOf(api.child)));

  for (const token of tokens) await readPage(token);
  // In turns, because the speed of a machine changes within minutes. The round with the middle ratio of processor times
  // counts, and its bare route is the reference of the scenarios that follow.
  const rounds: { bare: Measured; warm: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      bare: await bareLoad(SECONDS),
      warm: await underLoad(tokens.map((token) => ({ path: DISCOVER, token }))),
    });
  rounds.sort((a, b) => a.bare.cpuUs / a.warm.cpuUs - b.bare.cpuUs / b.warm.cpuUs);
  const middle = rounds[(ROUNDS - 1) / 2];
  if (!middle) throw new Error('ROUNDS must be odd');
  reference = middle.bare;
  await add('bare route, in turns with the next', middle.bare);
  await add('warm Discover', middle.warm);

  const turns = [0, 1, 2, 3, 4, 5, 6, 7];
  await add(
    'warm taste, page not kept',
    await underLoad(
      turns.flatMap((turn) => tokens.map((token) => ({ path: `${DISCOVER}&per_page=${10 + turn}`, token }))),
    ),
  );

  const ids = [...page.matchAll(/\{"id":(\d+),"title"/g)].map((match) => Number(match[1]));
  const raters = tokens.slice(0, short ? 50 : 400);
  await add(
    'page after a rating',
    await oneByOne(
      [...raters.entries()],
      ([index, token]) => rate(api.address, token, ids[index % ids.length] ?? 1, index % 11),
      async ([index, token]) => {
        const next = await readPage(token);
        const rated = ids[index % ids.length];
        const row = /"id":"recommended".*?"pagination"/s.exec(next)?.[0];
        if (!row || row.includes(`{"id":${rated},"title"`)) {
          throw new Error(`title ${rated} was just rated and is still recommended`);
        }
      },
      cpuOf(api.child),
    ),
  );

  await add(
    'title details',
    await underLoad(
      tokens.map((token, index) => ({ path: `/api/v1/media/${ids[index % ids.length]}`, token })),
    ),
  );
  const names = [...page.matchAll(/"title":"([^"\\]{5,40})","type"/g)].map((match) => match[1] ?? '');
  const searches = tokens.map((token, index) => {
    const name = names[index % names.length] ?? '';
    // The queries are a prefix, a title with a typo and the whole title, in turn.
    const query = [name.slice(0, -2), name.replace(/(..)(.)(.)/, '$1$3$2'), name][index % 3] ?? name;
    return { path: `/api/v2/media?selection=search&view=card&query=${encodeURIComponent(query)}`, token };
  });
  await add('search', await underLoad(searches));
  await add(
    'search, one caller',
    await oneByOne(
      searches,
      async () => {},
      (search) => call(api.address, search),
      cpuOf(api.child),
    ),
  );

  // Measure page requests of one user until a new snapshot is in use.
  const refreshed = ask(api.child, { refresh: true });
  let isRefreshing = true;
  void refreshed.finally(() => {
    isRefreshing = false;
  });
  function* whileRefreshing(): Generator<string> {
    for (let turn = 0; isRefreshing; turn++) yield at(turn);
    for (let turn = 0; turn < 20; turn++) yield at(turn);
  }
  await add(
    'page meanwhile a new snapshot',
    await oneByOne(
      whileRefreshing(),
      async () => {},
      readPage,
      async () => 0,
    ),
  );
  const { stats } = await refreshed;
  if (stats) say(`  snapshot ${toMb(stats.snapshotBytes)} MB, ${stats.users.tastes} tastes`);

  // Measure the time from the reply to a rating until another process returns the rating.
  const other = await start('./server.ts', env);
  const mediumId = ids[0] ?? 1;
  const readTitle = (token: string) => call(other.address, { path: `/api/v1/media/${mediumId}`, token });
  await add(
    'rating seen by another process',
    await oneByOne(
      raters.slice(0, 100).entries(),
      async ([index, token]) => {
        await readTitle(token);
        await rate(api.address, token, mediumId, index % 11);
      },
      async ([index, token]) => {
        while (!(await readTitle(token)).includes(`"rating":${index % 11},`));
      },
      async () => 0,
    ),
  );
  await Promise.all([api, bare, other].map(stop));
  return rows;
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function toTable(rows: readonly Row[]): string {
  const header =
    '| titles | people | scenario | requests/s | p50 ms | p99 ms | worst ms | of the bare route | CPU µs/request | of the bare route by CPU | memory MB |\n|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|';
  const lines = rows.map(
    (row) =>
      `| ${row.titles.toLocaleString('en')} | ${row.people.toLocaleString('en')} | ${row.scenario} | ${row.perSecond.toFixed(0)} | ${row.p50.toFixed(1)} | ${row.p99.toFixed(1)} | ${row.worst.toFixed(1)} | ${row.ratio.toFixed(3)} | ${row.cpuUs > 0 ? `${row.cpuUs.toFixed(0)} | ${row.cpuRatio.toFixed(2)}` : '|'} | ${toMb(row.rssBytes)} |`,
  );
  return [header, ...lines].join('\n');
}

const postgres = await startTemporaryPostgres(say);
try {
  const rows: Row[] = [];
  const real = await readDemoTitles();
  for (const [titles, people] of chooseWorlds()) {
    say(`${titles} titles, ${people} people`);
    const url = await createDatabase(postgres.adminUrl, `bench_${titles}_${people}`);
    await deployMigrations(url);
    const prisma = connectDatabase(url);
    await ensureSeed(prisma, { demo: false });
    await importCatalogue(prisma, inventCatalogue(real, titles), { source: 'bench' });
    const ids = await inventUsers(url, people);
    await prisma.$disconnect();
    await sleep(1_000);
    rows.push(...(await measure(url, titles, people, ids.slice(0, ACTIVE))));
  }
  const table = toTable(rows);
  say(table);
  writeReport('bench', `${measuredOn()}; load and server share the machine.\n\n${table}`);
} finally {
  await postgres.stop();
}

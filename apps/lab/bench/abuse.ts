// `pnpm lab abuse`: measures the calls of one member alone and beside each of three loads, without rate
// limits. Writes its table into docs/performance-figures.md.
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { createUser } from '@marquee/api/test/factories.ts';
import { posterPath } from '@marquee/artwork/paths';
import { CAPS } from '@marquee/contracts';
import { startTemporaryPostgres } from '@marquee/local/src/postgres.ts';
import { deployMigrations } from '@marquee/prisma/deploy';
import autocannon from 'autocannon';
import { call, type Measured, oneByOne } from './load.ts';
import { ask, measuredEnv, start, stop } from './processes.ts';
import { measuredOn, toMb, writeReport } from './report.ts';

const MEDIA = 12_000;
const RATINGS = 10_000;
const CONNECTIONS = 40;
const SECONDS = 10;
const PAUSE_MS = 20;
const say = (line: string): void => console.warn(line);

const postgres = await startTemporaryPostgres(say);
await deployMigrations(postgres.url);
const prisma = connectDatabase(postgres.url);
await prisma.$executeRaw`
  INSERT INTO media (source, type, external_id, title, release_year, popularity)
  SELECT 'bench', 'movie', n::text, 'The Title of Number ' || n, 1950 + n % 75, 1.0 / n
    FROM generate_series(1, ${MEDIA}::int) AS n`;
const member = await createUser(prisma);
const heavy = await createUser(prisma);
await prisma.$executeRaw`
  INSERT INTO user_medium_ratings (user_id, medium_id, rating)
  SELECT ${heavy.id}, id, 7 FROM media ORDER BY id LIMIT ${RATINGS}`;
// Fill all custom lists equally, up to the cap of list entries of a user.
const perList = CAPS.listEntries / CAPS.customLists;
await prisma.$executeRaw`
  INSERT INTO user_lists (owner_id, name)
  SELECT ${heavy.id}, 'List ' || n FROM generate_series(1, ${CAPS.customLists}::int) AS n`;
await prisma.$executeRaw`
  INSERT INTO user_list_media (list_id, medium_id, position)
  SELECT l.id, m.id, m.id FROM user_lists l, (SELECT id FROM media ORDER BY id LIMIT ${perList}) m
   WHERE l.owner_id = ${heavy.id} AND l.list_type = 'custom'`;
const media = await prisma.medium.findMany({
  select: { id: true, title: true, type: true, releaseYear: true },
});
const posters = media.map((medium) => posterPath({ ...medium, genres: [], directors: [] }));
await prisma.$disconnect();

const server = await start('./server.ts', { ...measuredEnv(postgres.url), BOT_CHECK: 'altcha' });
const { address, child } = server;
const { tokens = [] } = await ask(child, { tokensOf: [member.id, heavy.id] });
const [token = '', heavyToken = ''] = tokens;

/** Measures calls of the member until the promise `work` is settled. The member pauses between calls. */
async function beside(work: Promise<unknown>): Promise<Measured> {
  let isBusy = true;
  void work.finally(() => {
    isBusy = false;
  });
  function* whileBusy(): Generator<number> {
    for (let turn = 0; isBusy; turn++) yield turn;
  }
  const measured = await oneByOne(
    whileBusy(),
    () => sleep(PAUSE_MS),
    () => call(address, { path: '/api/v1/user_preferences', token }),
    async () => 0,
  );
  await work;
  return measured;
}

/** Sends the requests in random order over CONNECTIONS connections for SECONDS seconds. */
const flood = async (paths: readonly string[]) =>
  autocannon({
    url: address,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [
      { setupRequest: (request) => ({ ...request, path: paths[Math.floor(Math.random() * paths.length)] }) },
    ],
  });

/**
 * Reads a whole export. Returns its size and the highest memory of the server during the export, in bytes.
 */
async function exportAll(): Promise<{ bytes: number; peak: number }> {
  let bytes = 0;
  let peak = 0;
  const options = { headers: { authorization: `Bearer ${heavyToken}` } };
  const sent = get(`${address}/api/v1/user/export`, options);
  const [response] = await once(sent, 'response');
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  const ended = once(response, 'end');
  let isReading = true;
  void ended.finally(() => {
    isReading = false;
  });
  while (isReading) {
    peak = Math.max(peak, (await ask(child, {})).rssBytes);
    await sleep(PAUSE_MS);
  }
  return { bytes, peak };
}

const lines: string[] = [];
const add = (what: string, { p50, p99, worst }: Measured, note: string): void => {
  const cells = [p50, p99, worst].map((value) => value.toFixed(1)).join(' | ');
  lines.push(`| ${what} | ${cells} | ${note} |`);
  say(lines.at(-1) ?? '');
};

try {
  await call(address, { path: '/api/v1/user_preferences', token });
  add('nothing', await beside(sleep(3_000)), '');
  const drawn = flood(posters);
  add(
    `${CONNECTIONS} connections, random posters`,
    await beside(drawn),
    `${(await drawn).requests.average.toFixed(0)} posters a second`,
  );
  const asked = flood(['/api/v1/bot_check/challenge', '/readyz']);
  add(
    `${CONNECTIONS} connections, challenge and readiness`,
    await beside(asked),
    `${(await asked).requests.average.toFixed(0)} requests a second`,
  );
  const before = (await ask(child, {})).rssBytes;
  const exported = exportAll();
  const measured = await beside(exported);
  const { bytes, peak } = await exported;
  add(
    'an export at the caps',
    measured,
    `${toMb(bytes)} MB exported, memory ${toMb(before)} → ${toMb(peak)} MB`,
  );
  const table = [
    `${measuredOn()}; callers and server share the machine.`,
    '',
    '| beside | p50 ms | p99 ms | worst ms | |',
    '|---|--:|--:|--:|---|',
    ...lines,
  ].join('\n');
  writeReport('abuse', table);
} finally {
  await stop(server);
  await postgres.stop();
}

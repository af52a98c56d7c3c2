// `pnpm lab rounds`: measures the deck of a group beside a member's page, and a hundred users who swipe in twenty rounds.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { ensureSeed } from '@marquee/api/src/modules/catalogue/catalogue.ts';
import { startTemporaryPostgres } from '@marquee/local/src/postgres.ts';
import { deployMigrations } from '@marquee/prisma/deploy';
import { percentile } from './load.ts';
import { ask, measuredEnv, start, stop } from './processes.ts';
import { measuredOn } from './report.ts';
import { inventUsers } from './world.ts';

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });

const ROUNDS = 20;
const PER_ROUND = 5;
/** A user looks at a title for this long on average before the vote. */
const PAUSE_MS = 2_000;
const DECKS = 40;
const PAGE = '/api/v2/media?grouped_genres=true&taste_rows=true&view=card';
const say = (line: string): void => console.warn(line);

interface Round {
  code: string;
  media: { id: number }[];
}

const postgres = await startTemporaryPostgres(say);
await deployMigrations(postgres.url);
const prisma = connectDatabase(postgres.url, 2);
await ensureSeed(prisma);
await prisma.$disconnect();
// The users of the swiping rounds, then those of the decks: a host has at most five open rounds, and each user's first
// page or deck must find no taste in memory.
const swiping = ROUNDS * PER_ROUND;
const userIds = await inventUsers(postgres.adminUrl, swiping + DECKS * (PER_ROUND + 1));
const api = await start('./server.ts', measuredEnv(postgres.url));
const { tokens = [] } = await ask(api.child, { tokensOf: userIds });
const failures: string[] = [];

const agent = new Agent({ keepAlive: true });

/** Sends a call over a keep-alive connection, because `fetch` costs more than the measured call. */
function send(token: string, method: string, path: string, body?: object): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const sent = request(api.address + path, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = String(Buffer.concat(chunks));
        if ((response.statusCode ?? 0) >= 400) failures.push(`${method} ${path}: ${text}`);
        resolve(text);
      });
    });
    sent.once('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

const versionIn = (text: string): number => Number(/"version":(\d+)/.exec(text)?.[1]);

function roundOf(text: string): Round {
  const { round } = JSON.parse(text);
  if (!round) throw new Error(text);
  return round;
}

/** Starts a round of these users, still open. Returns its address. */
async function gather([host = '', ...others]: readonly string[]): Promise<string> {
  const { code } = roundOf(await send(host, 'POST', '/api/v1/rounds', { mode: 'swipe' }));
  const path = `/api/v1/rounds/${code}`;
  for (const token of others) await send(token, 'POST', `${path}/join`, {});
  return path;
}

/** Returns the processor time of the API for `work`, in milliseconds per item. */
async function cpuOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  const before = (await ask(api.child, {})).cpuMs;
  for (const item of items) await work(item);
  return ((await ask(api.child, {})).cpuMs - before) / items.length;
}

/** Compares the first deck of five users with the first page of one, none of whom is in memory. */
async function measureDecks(): Promise<void> {
  const own = tokens.slice(swiping);
  const readers = own.slice(0, DECKS);
  const groups = Array.from({ length: DECKS }, (_, at) =>
    own.slice(DECKS + at * PER_ROUND, DECKS + (at + 1) * PER_ROUND),
  );
  const [warmReader = ''] = tokens;
  for (let turn = 0; turn < 100; turn++)
    await send(warmReader, 'GET', `${PAGE}&per_page=${10 + (turn % 20)}`);
  const rounds: { host: string; path: string }[] = [];
  for (const group of groups) rounds.push({ host: group[0] ?? '', path: await gather(group) });
  // A new snapshot empties the tastes that joining has loaded.
  await ask(api.child, { refresh: true });
  const deck = await cpuOf(rounds, ({ host, path }) => send(host, 'PATCH', path, { state: 'voting' }));
  const page = await cpuOf(readers, (token) => send(token, 'GET', PAGE));
  say(
    `The deck of ${PER_ROUND}: ${deck.toFixed(1)} ms of processor time, ${(deck / page).toFixed(2)} times a member's first page (${page.toFixed(1)} ms).`,
  );
}

/** Listens to the events of a round until `end` and reports each version with its time. */
async function listen(path: string, token: string, end: AbortSignal, seen: (version: number) => void) {
  const response = await fetch(`${api.address}${path}/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: end,
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    for (const [, version] of decoder.decode(chunk).matchAll(/"version":(\d+)/g)) seen(Number(version));
  }
}

/**
 * One round as the web app plays it: every user votes with pauses and, after an event with an unknown version, reads the
 * round. Adds to `times` how long after its start each vote was in the round that each other user had read.
 */
async function swipe(
  { group, path, media }: Pick<Round, 'media'> & { group: readonly string[]; path: string },
  end: AbortSignal,
  times: number[],
): Promise<number> {
  const startedAt = new Map<number, number>();
  const seenAt: { person: number; version: number; at: number }[] = [];
  const known = group.map(() => 0);
  const voters = new Map<number, number>();
  const see = (person: number, version: number): void => {
    const at = performance.now();
    for (let next = (known[person] ?? 0) + 1; next <= version; next++)
      seenAt.push({ person, version: next, at });
    known[person] = Math.max(known[person] ?? 0, version);
  };
  const streams = group.map((token, person) => {
    let isReading = false;
    const read = async (version: number): Promise<void> => {
      if (isReading || version <= (known[person] ?? 0)) return;
      isReading = true;
      see(person, versionIn(await send(token, 'GET', path)));
      isReading = false;
    };
    let newest = 0;
    return listen(path, token, end, (version) => {
      newest = Math.max(newest, version);
      void read(version).then(() => read(newest));
    }).catch((error: unknown) => {
      if (!end.aborted) failures.push(String(error));
    });
  });
  await sleep(500);
  const voting = group.map(async (token, person) => {
    for (let turn = 0; !end.aborted; turn++) {
      await sleep(PAUSE_MS * (0.5 + Math.random()));
      const medium = media[turn % media.length];
      if (!medium) return;
      // Nobody says yes to what the next one says yes to, so the round goes on.
      const vote = (turn + person + Math.floor(turn / media.length)) % 2 ? 'yes' : 'no';
      const started = performance.now();
      const version = versionIn(await send(token, 'PUT', `${path}/votes/${medium.id}`, { vote }));
      startedAt.set(version, started);
      voters.set(version, person);
      see(person, version);
    }
  });
  await Promise.all(voting);
  await Promise.all(streams);
  for (const { person, version, at } of seenAt) {
    const started = startedAt.get(version);
    if (started !== undefined && voters.get(version) !== person) times.push(at - started);
  }
  return startedAt.size;
}

async function measureSwipes(): Promise<void> {
  const seconds = Number(options.seconds);
  const times: number[] = [];
  const rounds = [];
  for (let at = 0; at < ROUNDS; at++) {
    const group = tokens.slice(at * PER_ROUND, (at + 1) * PER_ROUND);
    const path = await gather(group);
    const { media } = roundOf(await send(group[0] ?? '', 'PATCH', path, { state: 'voting' }));
    rounds.push({ group, path, media });
  }
  const before = (await ask(api.child, {})).cpuMs;
  const end = AbortSignal.timeout(seconds * 1_000);
  const votes = (await Promise.all(rounds.map((round) => swipe(round, end, times)))).reduce((a, b) => a + b);
  const { cpuMs, rssBytes } = await ask(api.child, {});
  const sorted = times.toSorted((a, b) => a - b);
  say(
    `${swiping} users in ${ROUNDS} rounds for ${seconds} s: ${votes} votes, ${failures.length} errors. A vote is seen by the others, round included, after ${percentile(sorted, 0.5).toFixed(0)} ms (median), ${percentile(sorted, 0.99).toFixed(0)} ms (p99), of ${sorted.length} measured. API: ${((cpuMs - before) / votes).toFixed(1)} ms of processor time a vote with its reads, ${Math.round(rssBytes / 1_048_576)} MB.`,
  );
}

try {
  say(measuredOn());
  await measureDecks();
  await measureSwipes();
  for (const failure of new Set(failures)) say(`  ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
  await stop(api);
} finally {
  await postgres.stop();
}

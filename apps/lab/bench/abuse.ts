// `pnpm lab abuse`: measures the calls of one member alone and beside each of several loads, without rate
// limits. Writes its table into reports/lab/abuse.md. The worst bodies are those of the generated inputs of every call
// (`apps/api/test/hostile-inputs.ts`) that take the thread that answers calls the longest.
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { createUser } from '@marquee/api/test/factories.ts';
import { createCaller, hostileBodies, waysIn } from '@marquee/api/test/hostile-inputs.ts';
import { requestOf } from '@marquee/api/test/matrix.ts';
import { createRandom } from '@marquee/api/test/random.ts';
import { posterPath } from '@marquee/artwork/paths';
import { CAPS, type RouteContract, routes } from '@marquee/contracts';
import { startTemporaryPostgres } from '@marquee/local/src/postgres.ts';
import { deployMigrations } from '@marquee/prisma/deploy';
import autocannon from 'autocannon';
import { createCrowd, holdUploads, writeInCrowd } from './crowds.ts';
import { beside, call, type Measured } from './load.ts';
import { ask, measuredEnv, start, stop } from './processes.ts';
import { measuredOn, toMb, writeReport } from './report.ts';

const MEDIA = 12_000;
const RATINGS = 10_000;
const CONNECTIONS = 40;
const SECONDS = 10;
const BODY_CONNECTIONS = 8;
/** The bodies that took the most time of the server, each sent alone. The best of the tries counts. */
const WORST_BODIES = 8;
const TRIES = 5;
const SMALL_BYTES = 2_000;
const PEOPLE = 40_000;
const SEARCH_CALLERS = 12;
const QUERY_WORDS = 100;
const WEBHOOK_CALLERS = 6;
const CROWD = 30;
const HOLDERS = 40;
const PAUSE_MS = 20;
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
const ENDS_SESSION = /\/(destroy|sign_out)$/;
const say = (line: string): void => console.warn(line);

const postgres = await startTemporaryPostgres(say);
await deployMigrations(postgres.url);
const prisma = connectDatabase(postgres.url);
await prisma.$executeRaw`
  INSERT INTO media (source, type, external_id, title, release_year, popularity)
  SELECT 'bench', 'movie', n::text, 'The Title of Number ' || n, 1950 + n % 75, 1.0 / n
    FROM generate_series(1, ${MEDIA}::int) AS n`;
// Names of one of 1,000 first and one of 9,000 last names, each of nine letters.
await prisma.$executeRaw`
  INSERT INTO people (source, external_id, full_name)
  SELECT 'bench', n::text, (SELECT string_agg(initcap(translate(left(md5(part), 9), '0123456789', 'ghijklmnop')), ' ')
                              FROM unnest(ARRAY['first' || n % 1000, 'last' || n % 9000]) AS part)
    FROM generate_series(1, ${PEOPLE}::int) AS n`;
await prisma.$executeRaw`
  INSERT INTO credits (medium_id, role, position, person_id)
  SELECT medium_id, 'cast', place, person_id
    FROM (SELECT m.id AS medium_id, p.id AS person_id, row_number() OVER (PARTITION BY m.id ORDER BY p.id) AS place
            FROM (SELECT id, row_number() OVER (ORDER BY id) AS at FROM media) m
            JOIN (SELECT id, row_number() OVER (ORDER BY id) AS at FROM people) p ON p.at % ${MEDIA}::int + 1 = m.at) AS credit`;
const { user: attacker, world } = await createCaller(prisma);
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
const names = await prisma.person.findMany({ select: { fullName: true }, take: 8 });
const crowd = await createCrowd(prisma, [member, heavy], CROWD);
const holders = await Promise.all(
  Array.from({ length: HOLDERS }, (_, at) => createUser(prisma, at % 2 ? { emailVerifiedAt: null } : {})),
);
await prisma.$disconnect();

const server = await start('./server.ts', {
  ...measuredEnv(postgres.url),
  BOT_CHECK: 'altcha',
  EMAIL_PROOF: 'on',
});
const { address, child } = server;
const { tokens = [] } = await ask(child, { tokensOf: [member.id, heavy.id, attacker.id] });
const [token = '', heavyToken = '', attackerToken = ''] = tokens;
const tokensOf = async (users: readonly { id: number }[]): Promise<string[]> =>
  (await ask(child, { tokensOf: users.map(({ id }) => id) })).tokens ?? [];

/** A light call of the member. */
const ownCall = () => call(address, { path: '/api/v1/user_preferences', token });

/** A page of the member, which a write to a shared list or an invitation could make wait. */
let pagesFailed = 0;
const ownPage = async (): Promise<void> => {
  try {
    await call(address, { path: '/api/v2/media?grouped_genres=true&view=card', token });
  } catch {
    pagesFailed++;
  }
};

/** Sends the requests in random order over CONNECTIONS connections for SECONDS seconds. */
const flood = async (paths: readonly string[]) =>
  autocannon({
    url: address,
    // As robots do, which run no scripts but read compressed pages.
    headers: { 'accept-encoding': 'gzip', accept: '*/*' },
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [
      { setupRequest: (request) => ({ ...request, path: paths[Math.floor(Math.random() * paths.length)] }) },
    ],
  });

interface Attack {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** Sends each request alone. Returns those that took the most processor time of the thread that answers calls. */
async function worstOf(attacks: readonly Attack[], count: number): Promise<(Attack & { ms: number })[]> {
  const timed: (Attack & { ms: number })[] = [];
  for (const attack of attacks) {
    let ms = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < TRIES; turn++) {
      const before = (await ask(child, {})).threadMs;
      const { method, headers, body } = attack;
      const reply = await fetch(`${address}${attack.path}`, {
        method,
        headers,
        ...(body && { body: new Uint8Array(body) }),
      });
      await reply.arrayBuffer();
      ms = Math.min(ms, (await ask(child, {})).threadMs - before);
    }
    timed.push({ ...attack, ms });
  }
  return timed.toSorted((a, b) => b.ms - a.ms).slice(0, count);
}

/** Every hostile body of every call that leaves the member signed in. */
const listBodies = (): Attack[] =>
  waysIn.flatMap((key) => {
    const contract: RouteContract = routes[key];
    if (contract.upload || ENDS_SESSION.test(key)) return [];
    const { url, body: valid } = requestOf(key, world);
    // A small body is a usual call, which costs what it does.
    const large = hostileBodies(contract, valid, createRandom(1)).filter(
      ({ body }) => body.length > SMALL_BYTES,
    );
    return large.map(({ kind, body, headers = {} }) => ({
      name: `${kind} body of ${key}`,
      method: METHODS.find((method) => key.startsWith(`${method} `)) ?? 'POST',
      path: url,
      headers: { ...headers, authorization: `Bearer ${attackerToken}` },
      body,
    }));
  });

/** Searches for people with many words: letters, names, and names with a typo. */
const listSearches = (): Attack[] => {
  const words = names.flatMap(({ fullName }) => fullName.toLowerCase().split(' '));
  const queries = {
    letters: Array.from('abcdefghijklmnopqrstuvwxyz'),
    names: words,
    typos: words.map((word) => `${word.slice(0, 4)}q${word.slice(5)}`),
    'one name': words.slice(0, 2),
  };
  return Object.entries(queries).map(([name, few]) => {
    const query = Array.from({ length: QUERY_WORDS }, (_, at) => few[at % few.length]).join('+');
    return {
      name,
      method: 'GET' as const,
      path: `/api/v1/people?query=${query}`,
      headers: { authorization: `Bearer ${attackerToken}` },
    };
  });
};

/** Repeats the requests in turn for SECONDS seconds. */
const attackWith = async (attacks: readonly Attack[], connections: number) =>
  autocannon({
    url: address,
    connections,
    duration: SECONDS,
    requests: attacks.map(({ method, path, headers, body }) => ({
      method,
      path,
      headers,
      ...(body && { body }),
    })),
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

/** Measures the member beside the worst of these requests. */
async function addAttack(
  what: string,
  attacks: readonly Attack[],
  count: number,
  connections: number,
): Promise<void> {
  const worst = await worstOf(attacks, count);
  for (const { name, ms } of worst) say(`${ms.toFixed(1)} ms: ${name}`);
  const before = (await ask(child, {})).threadMs;
  const sent = attackWith(worst, connections);
  const measured = await beside(sent, ownCall);
  const { requests } = await sent;
  const each = ((await ask(child, {})).threadMs - before) / requests.total;
  add(what, measured, `${requests.average.toFixed(0)} a second, each ${each.toFixed(1)} ms of the thread`);
}

try {
  await call(address, { path: '/api/v1/user_preferences', token });
  add('nothing', await beside(sleep(3_000), ownCall), '');
  const drawn = flood(posters);
  add(
    `${CONNECTIONS} connections, random posters`,
    await beside(drawn, ownCall),
    `${(await drawn).requests.average.toFixed(0)} posters a second`,
  );
  const linked = flood(media.map(({ id }) => `/discover/media/${id}`));
  add(
    `${CONNECTIONS} connections, pages of random titles`,
    await beside(linked, ownCall),
    `${(await linked).requests.average.toFixed(0)} pages a second`,
  );
  const cards = flood(media.map(({ id }) => `/images/cards/title/${id}.jpg`));
  add(
    `${CONNECTIONS} connections, pictures beside random links`,
    await beside(cards, ownCall),
    `${((await cards)['2xx'] / SECONDS).toFixed(0)} pictures a second, ${(await cards).non2xx} refused in all`,
  );
  const asked = flood(['/api/v1/bot_check/challenge', '/readyz']);
  add(
    `${CONNECTIONS} connections, challenge and readiness`,
    await beside(asked, ownCall),
    `${(await asked).requests.average.toFixed(0)} requests a second`,
  );
  await addAttack(
    `${BODY_CONNECTIONS} connections, worst bodies`,
    listBodies(),
    WORST_BODIES,
    BODY_CONNECTIONS,
  );
  await addAttack(
    `${SEARCH_CALLERS} connections, people by ${QUERY_WORDS} words`,
    listSearches(),
    1,
    SEARCH_CALLERS,
  );
  await addAttack(
    `${WEBHOOK_CALLERS} connections, worst webhooks of a store`,
    listBodies().filter(({ path }) => path.startsWith('/webhooks/')),
    1,
    WEBHOOK_CALLERS,
  );
  await ownPage();
  add('nothing: a page', await beside(sleep(3_000), ownPage), '');
  const written = writeInCrowd(address, crowd, await tokensOf(crowd.users), SECONDS * 1_000);
  const besideCrowd = await beside(written, ownPage);
  add(
    `a page beside ${CROWD} accounts that repeat invitations and write to shared lists`,
    besideCrowd,
    `${((await written) / SECONDS).toFixed(0)} calls a second; ${pagesFailed} pages failed`,
  );
  const holding = holdUploads(address, await tokensOf(holders), 3 * SECONDS * 1_000);
  const besideHeld = await beside(holding, ownCall);
  const { peakBytes, unready } = await holding;
  add(
    `${HOLDERS} held uploads`,
    besideHeld,
    `temporary files ${toMb(peakBytes)} MB at most; /readyz failed ${unready} times`,
  );
  const before = (await ask(child, {})).rssBytes;
  const exported = exportAll();
  const measured = await beside(exported, ownCall);
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

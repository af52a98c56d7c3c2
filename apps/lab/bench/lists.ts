// `pnpm lab lists`: compares calls on lists of 100 and 10,000 titles with the route of bare.ts. Writes its
// table into reports/lab/lists.md.
import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { createListMediaRepository } from '@marquee/api/src/modules/lists/list-media.repository.ts';
import { createUser } from '@marquee/api/test/factories.ts';
import { startTemporaryPostgres } from '@marquee/local/src/postgres.ts';
import { deployMigrations } from '@marquee/prisma/deploy';
import { type Measured, oneByOne } from './load.ts';
import { ask, type Measurable, measuredEnv, start, stop } from './processes.ts';
import { measuredOn, writeReport } from './report.ts';

const SIZES = [100, 10_000] as const;
const MEDIA = 12_000;
/** Numbers of calls. V8 needs about 1,000 calls to compile the code of a page. */
const CALLS = { few: { warmUp: 150, measured: 300 }, many: { warmUp: 1_000, measured: 2_000 } } as const;
const say = (line: string): void => console.warn(line);

interface Subject {
  size: number;
  userId: number;
  path: string;
  token: string;
  /** The id of a title that is not in the list. */
  spare: number;
  /** The ids of the list's titles in order. */
  order: number[];
}

/** A measured call (`timed`). `prepare` runs before each call and is not measured. */
interface Scenario {
  name: string;
  prepare?: (subject: Subject) => Promise<unknown>;
  /** Whether the call is cheap enough for thousands of rounds. */
  isRepeated?: boolean;
  timed: (subject: Subject) => Promise<number>;
}

const postgres = await startTemporaryPostgres(say);

/**
 * Creates titles and, for each size, a user with a list of `size - 1` titles. Calls then add one more title.
 */
async function createLists(): Promise<Omit<Subject, 'token'>[]> {
  await deployMigrations(postgres.url);
  const prisma = connectDatabase(postgres.url);
  await prisma.$executeRaw`
    INSERT INTO media (source, type, external_id, title, release_year, popularity)
    SELECT 'bench', 'movie', n::text, 'Title ' || n, 1950 + n % 75, 1.0 / n FROM generate_series(1, ${MEDIA}::int) AS n`;
  const subjects: Omit<Subject, 'token'>[] = [];
  for (const size of SIZES) {
    const user = await createUser(prisma);
    const list = await prisma.userList.create({ data: { ownerId: user.id, name: `${size} titles` } });
    await prisma.$executeRaw`
      INSERT INTO user_list_media (list_id, medium_id, position)
      SELECT ${list.id}, id, id * 1024 FROM media ORDER BY id LIMIT ${size - 1}`;
    const [order] = await createListMediaRepository(prisma).listOrders([list.id]);
    if (!order) throw new Error('the list does not exist');
    const { mediumIds } = order;
    const spare = (mediumIds.at(-1) ?? 0) + 1;
    subjects.push({ size, userId: user.id, path: `/api/v1/user_lists/${list.id}`, spare, order: mediumIds });
  }
  await prisma.$executeRaw`VACUUM ANALYZE`;
  await prisma.$disconnect();
  return subjects;
}

/**
 * Sends a call with `fetch`, which requests gzip, as browsers do.
 * @returns the reply, and the size of body and reply without compression
 */
async function call(address: string, token: string, method: string, path: string, body?: object) {
  const sent = body && JSON.stringify(body);
  const response = await fetch(`${address}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(sent && { 'content-type': 'application/json' }) },
    ...(sent && { body: sent }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return { text, bytes: text.length + (sent?.length ?? 0) };
}

const pagePath = (subject: Subject, number: number): string => `${subject.path}?view=card&page=${number}`;

function createScenarios(address: string): Scenario[] {
  const send = async (subject: Subject, method: string, path: string, body?: object): Promise<number> =>
    (await call(address, subject.token, method, path, body)).bytes;
  const page = (subject: Subject, number: number) => send(subject, 'GET', pagePath(subject, number));
  const add = (subject: Subject) =>
    send(subject, 'POST', `${subject.path}/user_list_media`, {
      user_list_medium: { medium_id: subject.spare },
    });
  const remove = (subject: Subject) =>
    send(subject, 'DELETE', `${subject.path}/user_list_media/0?medium_id=${subject.spare}`);
  const move = (subject: Subject) => {
    const from = Math.floor(Math.random() * subject.order.length);
    subject.order.splice(
      Math.floor(Math.random() * subject.order.length),
      0,
      ...subject.order.splice(from, 1),
    );
    return send(subject, 'PUT', subject.path, { user_list: { sorted_medium_ids: subject.order.join(',') } });
  };
  return [
    { name: 'first page', isRepeated: true, timed: (subject) => page(subject, 1) },
    { name: 'last page', isRepeated: true, timed: (subject) => page(subject, Math.ceil(subject.size / 25)) },
    { name: 'add a title', prepare: remove, timed: add },
    { name: 'remove a title', prepare: add, timed: remove },
    { name: 'move a title', timed: move },
    { name: 'first page after a move', prepare: move, timed: (subject) => page(subject, 1) },
  ];
}

/** Runs a scenario on one list. Returns milliseconds, processor time and bytes of a call. */
async function measure({ child }: Measurable, scenario: Scenario, subject: Subject) {
  let bytes = 0;
  const turns = (count: number) => Array.from({ length: count }, () => subject);
  const run = (count: number): Promise<Measured> =>
    oneByOne(
      turns(count),
      async (each) => scenario.prepare?.(each),
      async (each) => {
        bytes = await scenario.timed(each);
      },
      async () => (await ask(child, {})).cpuMs,
    );
  const { warmUp, measured } = CALLS[scenario.isRepeated ? 'many' : 'few'];
  await run(warmUp);
  return { ...(await run(measured)), bytes };
}

/**
 * Returns the cells of a table row. `hasCpu` is false for scenarios with `prepare`, because the processor
 * times of `timed` and `prepare` cannot be separated.
 */
const toCells = ({ p50, p99, bytes, cpuUs }: Measured & { bytes: number }, hasCpu: boolean): string[] => [
  p50.toFixed(1),
  p99.toFixed(1),
  (bytes / 1000).toFixed(1),
  hasCpu ? (cpuUs / 1000).toFixed(2) : '',
];

const lines: string[] = [];
function addLine(name: string, cells: readonly string[]): void {
  lines.push(`| ${name} | ${cells.join(' | ')} |`);
  say(lines.at(-1) ?? '');
}

/** Measures the route of bare.ts, which then sends the same bytes as the list's first page. */
async function measureBare(address: string, subject: Subject): Promise<void> {
  const bare = await start('./bare.ts');
  const { text } = await call(address, subject.token, 'GET', pagePath(subject, 1));
  await ask(bare.child, { bytes: text });
  const timed = async (): Promise<number> => (await call(bare.address, '', 'GET', '/bare')).bytes;
  const measured = await measure(bare, { name: 'bare route', isRepeated: true, timed }, subject);
  addLine('bare route, the same bytes', ['', '', '', '', ...toCells(measured, true)]);
  await stop(bare);
}

try {
  const made = await createLists();
  const api = await start('./server.ts', measuredEnv(postgres.url));
  const { tokens = [] } = await ask(api.child, { tokensOf: made.map(({ userId }) => userId) });
  const subjects = made.map((subject, at): Subject => ({ ...subject, token: tokens[at] ?? '' }));
  const longest = subjects.at(-1);
  if (longest) await measureBare(api.address, longest);
  for (const scenario of createScenarios(api.address)) {
    const cells: string[] = [];
    for (const subject of subjects)
      cells.push(...toCells(await measure(api, scenario, subject), !scenario.prepare));
    addLine(scenario.name, cells);
  }
  await stop(api);
  const table = [
    `${measuredOn()}; one caller at a time; ${CALLS.many.measured} calls of each page after ${CALLS.many.warmUp} others, ${CALLS.few.measured} of each write. kB: body and reply before compression. CPU: all threads of the server.`,
    '',
    '| call | 100 titles: p50 ms | p99 ms | kB | CPU ms | 10,000 titles: p50 ms | p99 ms | kB | CPU ms |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
  writeReport('lists', table);
} finally {
  await postgres.stop();
}

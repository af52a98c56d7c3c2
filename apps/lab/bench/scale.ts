// `pnpm lab scale [titles | search]`: measures queries by member count, or snapshots or searches by title count.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '@marquee/api/src/data/database.ts';
import { createReader } from '@marquee/api/src/data/reader.ts';
import { createMemberRepositories, createRepositories } from '@marquee/api/src/repositories.ts';
import { createRandom } from '@marquee/api/test/random.ts';
import { startPostgres, startTemporaryPostgres } from '@marquee/local/src/postgres.ts';
import { measuredOn, writeReport } from './report.ts';
import { ensureMembers, TITLES, warm } from './scale-data.ts';
import { measureSearch, SEARCH_HEADER } from './scale-search.ts';
import { measureTitles, TITLES_HEADER } from './scale-titles.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // The folder in which the databases stay for the next run.
    data: { type: 'string' },
    fill: { type: 'boolean', default: false },
    sizes: { type: 'string' },
  },
});
const [part = 'members'] = positionals;
const sizesOr = (usual: number[]): number[] => options.sizes?.split(',').map(Number) ?? usual;
const ROUNDS = 2_000;
const WARM_UP = 300;
const say = (line: string): void => console.warn(line);

async function openSubject(url: string, members: number) {
  // Only one connection, so that each statement is prepared once.
  const { prisma, pool } = openDatabase(url, 1);
  const repos = { ...createRepositories(prisma), ...createMemberRepositories(createReader(pool)) };
  return { members, url, prisma, pool, repos, random: createRandom(members) };
}
type Subject = Awaited<ReturnType<typeof openSubject>>;

const SCENARIOS: [name: string, run: (subject: Subject, userId: number) => Promise<unknown>][] = [
  ['cold access', ({ repos }, userId) => repos.access.findAccess(userId)],
  ['cold taste', ({ repos }, userId) => repos.taste.findTaste(userId)],
  [
    'a rating',
    ({ repos, random }, userId) =>
      repos.ratings.save(userId, 1 + random.below(TITLES), random.below(11), null),
  ],
  ['reading one rating', ({ repos, random }, userId) => repos.ratings.find(userId, 1 + random.below(TITLES))],
];

interface Figures {
  mean: number;
  p50: number;
  p99: number;
}

function toFigures(times: readonly number[]): Figures {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { mean: sorted.reduce((sum, time) => sum + time, 0) / sorted.length, p50: at(0.5), p99: at(0.99) };
}

/**
 * Queries the databases in turn for a random member, so that other load on the machine affects all databases
 * equally.
 */
async function compare(
  subjects: readonly Subject[],
  run: (subject: Subject, userId: number) => Promise<unknown>,
): Promise<Figures[]> {
  const times = subjects.map((): number[] => []);
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    for (const [at, subject] of subjects.entries()) {
      const userId = 1 + subject.random.below(subject.members);
      const start = performance.now();
      await run(subject, userId);
      if (round >= WARM_UP) times[at]?.push(performance.now() - start);
    }
  }
  return times.map(toFigures);
}

async function sizeOf({ pool, members }: Subject): Promise<string> {
  const { rows } = await pool.query<{ ratings: string; heap: number; indexes: number; total: number }>(
    `SELECT (SELECT reltuples::bigint FROM pg_class WHERE relname = 'user_medium_ratings')::text AS ratings,
       pg_table_size('user_medium_ratings') / 1e6::float8 AS heap,
       pg_indexes_size('user_medium_ratings') / 1e6::float8 AS indexes,
       pg_database_size(current_database()) / 1e6::float8 AS total`,
  );
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL returned no sizes');
  const { ratings, heap, indexes, total } = row;
  return `| ${members.toLocaleString('en')} | ${Number(ratings).toLocaleString('en')} | ${heap.toFixed(0)} | ${indexes.toFixed(0)} | ${total.toFixed(0)} | ${((total * 1_000) / members).toFixed(1)} |`;
}

function toTable(subjects: readonly Subject[], figures: readonly [string, Figures[]][]): string[] {
  const header = subjects.map(
    ({ members }) => `${members.toLocaleString('en')} members: p50 ms | mean ms | p99 ms`,
  );
  return [
    `| query | ${header.join(' | ')} | ratio of p50 | of means |`,
    `|---|${'--:|'.repeat(3 * subjects.length + 2)}`,
    ...figures.map(([name, row]) => {
      const [small, large] = [row[0], row.at(-1)];
      if (!small || !large) throw new Error('no sizes to compare');
      const cells = row.map(({ p50, mean, p99 }) => [p50, mean, p99].map((ms) => ms.toFixed(2)).join(' | '));
      return `| ${name} | ${cells.join(' | ')} | ${(large.p50 / small.p50).toFixed(2)} | ${(large.mean / small.mean).toFixed(2)} |`;
    }),
  ];
}

async function measureMembers(serverUrl: string): Promise<string[]> {
  const subjects: Subject[] = [];
  for (const members of sizesOr([1_000, 1_000_000]))
    subjects.push(await openSubject(await ensureMembers(serverUrl, members, say), members));
  try {
    if (options.fill) return [];
    for (const { url } of subjects) await warm(url);
    const figures: [string, Figures[]][] = [];
    for (const [name, run] of SCENARIOS) figures.push([name, await compare(subjects, run)]);
    const sizes = await Promise.all(subjects.map(sizeOf));
    return [
      `PostgreSQL has shared_buffers of 128 MB and its files in the cache of the system. One caller, ${ROUNDS.toLocaleString('en')} calls each, a random member each time, the databases in turn.`,
      '',
      ...toTable(subjects, figures),
      '',
      '| members | ratings | ratings MB | their indexes MB | database MB | kB a member |',
      '|--:|--:|--:|--:|--:|--:|',
      ...sizes,
    ];
  } finally {
    for (const { prisma } of subjects) await prisma.$disconnect();
  }
}

const PARTS: Record<string, (serverUrl: string) => Promise<string[]>> = {
  members: measureMembers,
  titles: async (serverUrl) => {
    const rows: string[] = [];
    for (const titles of sizesOr([10_000, 100_000, 1_000_000])) {
      rows.push(await measureTitles(serverUrl, titles));
      say(rows.at(-1) ?? '');
    }
    return [TITLES_HEADER, ...rows];
  },
  search: async () => {
    const rows: string[] = [];
    for (const titles of sizesOr([10_000, 100_000])) rows.push(await measureSearch(titles));
    return [SEARCH_HEADER, ...rows];
  },
};

function write(lines: readonly string[]): void {
  if (lines.length === 0) return;
  const command = part === 'members' ? 'pnpm lab scale' : `pnpm lab scale ${part}`;
  const text = [`${measuredOn()} with \`${command}\`.`, '', ...lines].join('\n');
  say(text);
  if (!options.sizes) writeReport(`scale-${part}`, text);
}

const measurePart = PARTS[part];
if (!measurePart) throw new Error(`Usage: pnpm lab scale [${Object.keys(PARTS).join(' | ')}]`);
const postgres = options.data
  ? await startPostgres(resolve(options.data), say)
  : await startTemporaryPostgres(say);
try {
  write(await measurePart(postgres.adminUrl));
} finally {
  await postgres.stop();
}

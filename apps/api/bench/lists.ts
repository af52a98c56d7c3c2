// `node apps/api/bench/lists.ts`: compares calls on a list of 10,000 titles with the same calls on a list of 100. The
// calls alternate in one run over HTTP and PostgreSQL. Writes its table into docs/performance.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { deployMigrations } from '@marquee/prisma/deploy';
import { buildApp } from '#src/app.ts';
import { createDeps } from '#src/deps.ts';
import { readEnv } from '#src/env.ts';
import { generateSecrets } from '#src/env-secrets.ts';
import { startTemporaryPostgres } from '#src/local/postgres.ts';
import { createUser } from '../test/factories.ts';

const SIZES = [100, 10_000] as const;
const MEDIA = 12_000;
const ROUNDS = 300;
const WARM_UP = 30;
const report = join(import.meta.dirname, '..', '..', '..', 'docs', 'performance.md');
const say = (line: string): void => console.warn(line);

interface Subject {
  size: number;
  path: string;
  token: string;
  /** A title that is not in the list. */
  spare: number;
  /** The titles of the list in order. */
  order: number[];
}

interface Timed {
  milliseconds: number;
  bytes: number;
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

const postgres = await startTemporaryPostgres(say);
const env = readEnv({
  ...generateSecrets(),
  DATABASE_URL: postgres.url,
  NODE_ENV: 'test',
  RATE_LIMIT: 'off',
  BOT_CHECK: 'off',
});
await deployMigrations(env.DATABASE_URL);
const deps = await createDeps(env);
try {
  const { prisma } = deps;
  await prisma.$executeRaw`
    INSERT INTO media (source, type, external_id, title, release_year, popularity)
    SELECT 'bench', 'movie', n::text, 'Title ' || n, 1950 + n % 75, 1.0 / n FROM generate_series(1, ${MEDIA}::int) AS n`;
  const people = await Promise.all(SIZES.map((size) => createUser(prisma).then((user) => ({ size, user }))));
  await deps.start();
  const app = await buildApp(deps);
  await app.listen({ host: '127.0.0.1', port: 0 });

  const subjects: Subject[] = [];
  for (const { size, user } of people) {
    const list = await prisma.userList.create({ data: { ownerId: user.id, name: `${size} titles` } });
    await prisma.$executeRaw`
      INSERT INTO user_list_media (list_id, medium_id, position)
      SELECT ${list.id}, id, id * 1024 FROM media ORDER BY id LIMIT ${size}`;
    const [order] = await deps.repos.listMedia.listOrders([list.id]);
    if (!order) throw new Error('the list was made a moment ago');
    subjects.push({
      size,
      path: `/api/v1/user_lists/${list.id}`,
      token: app.issueToken(user.id, user.tokenVersion),
      spare: (order.mediumIds.at(-1) ?? 0) + 1,
      order: order.mediumIds,
    });
  }
  await prisma.$executeRaw`VACUUM ANALYZE`;

  async function call({ token }: Subject, method: string, path: string, body?: object): Promise<Timed> {
    const start = performance.now();
    const response = await fetch(`${app.listeningOrigin}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const milliseconds = performance.now() - start;
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return { milliseconds, bytes: text.length + (body ? JSON.stringify(body).length : 0) };
  }
  const page = (subject: Subject, number: number) =>
    call(subject, 'GET', `${subject.path}?view=card&page=${number}`);
  const add = (subject: Subject) =>
    call(subject, 'POST', `${subject.path}/user_list_media`, {
      user_list_medium: { medium_id: subject.spare },
    });
  const remove = (subject: Subject) =>
    call(subject, 'DELETE', `${subject.path}/user_list_media/0?medium_id=${subject.spare}`);
  const move = (subject: Subject) => {
    const from = Math.floor(Math.random() * subject.size);
    subject.order.splice(Math.floor(Math.random() * subject.size), 0, ...subject.order.splice(from, 1));
    return call(subject, 'PUT', subject.path, { user_list: { sorted_medium_ids: subject.order.join(',') } });
  };

  const scenarios: [string, (subject: Subject) => Promise<Timed>][] = [
    ['first page', (subject) => page(subject, 1)],
    ['last page', (subject) => page(subject, subject.size / 25)],
    [
      'add a title',
      async (subject) => {
        const timed = await add(subject);
        await remove(subject);
        return timed;
      },
    ],
    [
      'remove a title',
      async (subject) => {
        await add(subject);
        return remove(subject);
      },
    ],
    ['move a title', move],
    [
      'first page after a move',
      async (subject) => {
        await move(subject);
        return page(subject, 1);
      },
    ],
  ];

  const lines: string[] = [];
  for (const [name, scenario] of scenarios) {
    const times = new Map<number, number[]>(SIZES.map((size) => [size, []]));
    const bytes = new Map<number, number>();
    for (let round = 0; round < ROUNDS + WARM_UP; round++) {
      for (const subject of subjects) {
        const timed = await scenario(subject);
        bytes.set(subject.size, timed.bytes);
        if (round >= WARM_UP) times.get(subject.size)?.push(timed.milliseconds);
      }
    }
    const cells = SIZES.flatMap((size) => {
      const values = times.get(size) ?? [];
      const kilobytes = (bytes.get(size) ?? 0) / 1000;
      return [percentile(values, 0.5).toFixed(1), percentile(values, 0.99).toFixed(1), kilobytes.toFixed(1)];
    });
    lines.push(`| ${name} | ${cells.join(' | ')} |`);
    say(lines.at(-1) ?? '');
  }

  const table = [
    `Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}; one caller at a time, ${ROUNDS} calls each, both lists in turn. kB: body and answer.`,
    '',
    '| call | 100 titles: p50 ms | p99 ms | kB | 10,000 titles: p50 ms | p99 ms | kB |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
  const text = readFileSync(report, 'utf8');
  writeFileSync(
    report,
    text.replace(/(<!-- lists:start -->)[\s\S]*(<!-- lists:end -->)/, `$1\n${table}\n$2`),
  );
  await app.close();
} finally {
  await deps.close();
  await postgres.stop();
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUBSCRIPTION_STATUSES } from '@marquee/contracts';
import { PrismaClient } from '@marquee/prisma';
import { deployMigrations } from '@marquee/prisma/deploy';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDeps } from '#src/deps.ts';
import { STATUSES_WITH_ACCESS } from '#src/modules/plans/access.ts';
import { testEnv } from './app.ts';
import { freshDatabaseUrl, testDatabaseUrl } from './database.ts';
import { createMedium, createUser, unique } from './factories.ts';

let prisma: PrismaClient;
let listener: pg.Client;
let heard: string[] = [];

beforeAll(async () => {
  const connectionString = await testDatabaseUrl();
  prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
  listener = new pg.Client({ connectionString });
  listener.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
  await listener.connect();
  await listener.query('LISTEN marquee_user');
  await listener.query('LISTEN marquee_access');
  await listener.query('LISTEN marquee_catalogue');
});

afterAll(async () => {
  await listener.end();
  await prisma.$disconnect();
});

/** Returns the notifications that other processes receive during `work`, without duplicates. */
async function listenTo(work: () => Promise<unknown>): Promise<string[]> {
  await listener.query('SELECT 1');
  heard = [];
  await work();
  await listener.query('SELECT 1');
  return heard;
}

describe('constraints', () => {
  it('refuse a second user with the same email or display name, ignoring case', async () => {
    const user = await createUser(prisma);
    await expect(createUser(prisma, { email: user.email.toUpperCase() })).rejects.toThrow(/Unique/);
    await expect(createUser(prisma, { displayName: user.displayName.toUpperCase() })).rejects.toThrow(
      /Unique/,
    );
  });

  it('allow a movie and a series of one source to have equal keys, but not two movies', async () => {
    const { externalId } = await createMedium(prisma, { type: 'movie' });
    await createMedium(prisma, { type: 'series', externalId });
    await expect(createMedium(prisma, { type: 'movie', externalId })).rejects.toThrow(/Unique/);
  });

  it.each([-1, 11])('refuse the rating %i', async (rating) => {
    const [user, medium] = await Promise.all([createUser(prisma), createMedium(prisma)]);
    const data = { userId: user.id, mediumId: medium.id, rating };
    await expect(prisma.userMediumRating.create({ data })).rejects.toThrow();
  });

  it('refuse a second Watch Later, a share of Watch Later, and an owner among the list members', async () => {
    const [owner, other] = await Promise.all([createUser(prisma), createUser(prisma)]);
    const again = { ownerId: owner.id, listType: 'watch_later', name: 'Again' } as const;
    await expect(prisma.userList.create({ data: again })).rejects.toThrow(/Unique/);
    const later = await prisma.userList.findFirstOrThrow({
      where: { ownerId: owner.id, listType: 'watch_later' },
    });
    const custom = await prisma.userList.create({ data: { ownerId: owner.id, name: 'Mine' } });
    for (const [list, user] of [
      [later, other],
      [custom, owner],
    ] as const) {
      const data = { listId: list.id, email: user.email, userId: user.id };
      await expect(prisma.userListShare.create({ data })).rejects.toThrow('only custom lists are shared');
    }
  });

  it('refuse the deletion of a title that has ratings', async () => {
    const [user, medium] = await Promise.all([createUser(prisma), createMedium(prisma)]);
    await prisma.userMediumRating.create({ data: { userId: user.id, mediumId: medium.id, rating: 0 } });
    await expect(prisma.medium.delete({ where: { id: medium.id } })).rejects.toThrow(/Foreign key/);
    await prisma.user.delete({ where: { id: user.id } });
    await prisma.medium.delete({ where: { id: medium.id } });
  });
});

describe('derived columns', () => {
  it('count the titles of a list and raise its version', async () => {
    const owner = await createUser(prisma);
    const list = await prisma.userList.create({ data: { ownerId: owner.id, name: 'Long' } });
    const media = await Promise.all([createMedium(prisma), createMedium(prisma), createMedium(prisma)]);
    await prisma.userListMedium.createMany({
      data: media.map(({ id }, position) => ({ listId: list.id, mediumId: id, position })),
    });
    await prisma.userListMedium.delete({
      where: { listId_mediumId: { listId: list.id, mediumId: media[0]?.id ?? 0 } },
    });
    expect(await prisma.userList.findUniqueOrThrow({ where: { id: list.id } })).toMatchObject({
      mediaCount: 2,
      version: 2,
    });
  });
});

describe('notifications', () => {
  it('name the user of a new rating', async () => {
    const [user, medium] = await Promise.all([createUser(prisma), createMedium(prisma)]);
    const rating = { userId: user.id, mediumId: medium.id, rating: 7 };
    expect(await listenTo(() => prisma.userMediumRating.create({ data: rating }))).toEqual([
      `marquee_user ${user.id}`,
    ]);
  });

  it('name the user of a report of a media server that is undone', async () => {
    const [user, medium] = await Promise.all([createUser(prisma), createMedium(prisma)]);
    const { id } = await prisma.watchEvent.create({
      data: { userId: user.id, mediumId: medium.id, seenOn: new Date('2026-01-01'), wasSeen: true },
    });
    const undo = () => prisma.watchEvent.updateMany({ where: { id }, data: { undoneAt: new Date() } });
    expect(await listenTo(undo)).toEqual([`marquee_user ${user.id}`]);
  });

  it('name a user also as one whose access changed after a change of the user and after the end of a token', async () => {
    const { id } = await createUser(prisma);
    const both = [`marquee_access ${id}`, `marquee_user ${id}`];
    expect(await listenTo(() => prisma.user.update({ where: { id }, data: { tokenVersion: 1 } }))).toEqual(
      both,
    );
    const token = { userId: id, tokenHash: 'hash', expiresAt: new Date(Date.now() + 60_000) };
    expect(await listenTo(() => prisma.endedToken.create({ data: token }))).toEqual(both);
  });

  it('name only the owner of a list whose titles change, and nobody when its order, name or shares change', async () => {
    const [owner, member, medium] = await Promise.all([
      createUser(prisma),
      createUser(prisma),
      createMedium(prisma),
    ]);
    const list = await prisma.userList.create({ data: { ownerId: owner.id, name: 'Ours' } });
    const share = {
      listId: list.id,
      email: member.email,
      userId: member.id,
      state: 'accepted',
      acceptedAt: new Date(),
    } as const;
    expect(await listenTo(() => prisma.userListShare.create({ data: share }))).toEqual([]);
    const named = [`marquee_user ${owner.id}`];
    const entry = { listId: list.id, mediumId: medium.id, position: 1 };
    expect(await listenTo(() => prisma.userListMedium.create({ data: entry }))).toEqual(named);
    const where = { listId_mediumId: { listId: list.id, mediumId: medium.id } };
    expect(await listenTo(() => prisma.userListMedium.update({ where, data: { position: 2 } }))).toEqual([]);
    const rename = { where: { id: list.id }, data: { name: 'Yours' } };
    expect(await listenTo(() => prisma.userList.update(rename))).toEqual([]);
    expect(await listenTo(() => prisma.userListMedium.delete({ where }))).toEqual(named);
    await prisma.userListMedium.create({ data: entry });
    expect(await listenTo(() => prisma.userList.delete({ where: { id: list.id } }))).toContain(named[0]);
  });

  it('name the user whose progress in a series changes, and tell of new episodes like other facts of titles', async () => {
    const [{ id: userId }, { id: mediumId }] = [
      await createUser(prisma),
      await createMedium(prisma, { type: 'series' }),
    ];
    const episode = { mediumId, season: 1, episode: 1 };
    expect(await listenTo(() => prisma.episode.create({ data: episode }))).toEqual([
      'marquee_catalogue catalogue',
    ]);
    const named = [`marquee_user ${userId}`];
    expect(await listenTo(() => prisma.userEpisode.create({ data: { ...episode, userId } }))).toEqual(named);
    expect(
      await listenTo(() => prisma.userSeries.updateMany({ where: { userId }, data: { state: 'dropped' } })),
    ).toEqual(named);
    expect(await listenTo(() => prisma.userEpisode.deleteMany({ where: { userId } }))).toEqual(named);
  });

  it('name nobody when a user is stored unchanged', async () => {
    const { id, country } = await createUser(prisma);
    expect(await listenTo(() => prisma.user.update({ where: { id }, data: { country } }))).toEqual([]);
  });

  it('are sent once per transaction that changes the catalogue, and not for a statement without a change', async () => {
    const { id } = await createMedium(prisma);
    expect(
      await listenTo(() =>
        prisma.$transaction([
          prisma.medium.update({ where: { id }, data: { title: 'New' } }),
          prisma.genre.create({ data: { title: `Genre of ${id}` } }),
        ]),
      ),
    ).toEqual(['marquee_catalogue catalogue']);
    expect(
      await listenTo(() => prisma.medium.updateMany({ where: { id: -1 }, data: { title: 'x' } })),
    ).toEqual([]);
  });

  it('name up to 500 users per message, and * when more than 10,000 users change', async () => {
    const name = unique('bulk');
    const add = (count: number) =>
      prisma.$executeRaw`
        INSERT INTO users (email, display_name, password_hash)
        SELECT ${name} || place || '@example.com', left(md5(${name} || place), 16), '' FROM generate_series(1, ${count}::int) AS place
        ON CONFLICT DO NOTHING`;
    const change = (firstName = 'Ann') =>
      prisma.user.updateMany({ data: { firstName }, where: { email: { startsWith: name } } });
    await add(600);
    const messages = await listenTo(() => change());
    for (const channel of ['marquee_access', 'marquee_user']) {
      const own = messages.filter((message) => message.startsWith(`${channel} `));
      const named = own.flatMap((message) => message.replace(`${channel} `, '').split(','));
      expect([own.length, new Set(named).size]).toEqual([2, 600]);
    }
    await add(10_001);
    expect(await listenTo(() => change('Bea'))).toEqual(['marquee_access *', 'marquee_user *']);
  });
});

describe('a process that starts', () => {
  const NAME = '20261127155200_notify';
  const startOn = async (url: string) => {
    const logged: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
    const deps = await createDeps(await testEnv({ DATABASE_URL: url }), log);
    onTestFinished(() => deps.close());
    return { deps, logged };
  };
  const run = async (url: string, sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(sql);
    await client.end();
  };

  it('logs which migrations the database lacks, and what to do', async () => {
    const url = await freshDatabaseUrl();
    await run(
      url,
      `UPDATE _prisma_migrations SET migration_name = 'another' WHERE migration_name = '${NAME}'`,
    );
    const { deps, logged } = await startOn(url);
    await deps.start();
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({
      missing: [NAME],
      msg: expect.stringContaining('pnpm db:deploy'),
    });
    await run(
      url,
      `UPDATE _prisma_migrations SET migration_name = '${NAME}' WHERE migration_name = 'another'`,
    );
    await deps.checkStart();
    expect(logged).toHaveLength(1);
  });

  it('logs all migrations when the database records none, and goes on when the database does not answer', async () => {
    const url = await freshDatabaseUrl();
    await run(url, 'DROP TABLE _prisma_migrations');
    const { deps, logged } = await startOn(url);
    await deps.checkStart();
    expect(JSON.parse(logged[0] ?? '').missing).toContain(NAME);
    const away = await startOn('postgresql://nobody:none@127.0.0.1:1/none');
    await away.deps.checkStart();
    expect(away.logged.join()).toContain('could not read which migrations the database lacks');
  });
});

it('a deployment that waits for the lock of a table lets calls write to the table', async () => {
  const url = await freshDatabaseUrl();
  const holder = new pg.Client({ connectionString: url });
  const writer = new pg.Client({ connectionString: url });
  await Promise.all([holder.connect(), writer.connect()]);
  onTestFinished(async () => {
    await Promise.all([holder.end(), writer.end()]);
  });
  const name = '20261127155200_notify';
  const { rows } = await holder.query(
    `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE proname ~ '^marquee_(notify|watch)'`,
  );
  await holder.query(`DROP FUNCTION ${rows.map((row) => row.name).join(', ')} CASCADE`);
  await holder.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [name]);
  await holder.query('BEGIN; LOCK TABLE watch_events IN ROW EXCLUSIVE MODE');
  const said: string[] = [];
  const deploy = () => deployMigrations(url, { say: (line) => said.push(line) });
  const deployed = deploy();
  const isWaiting = async () =>
    (
      await holder.query(`SELECT FROM pg_locks WHERE relation = 'watch_events'::regclass AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
    ).rowCount;
  await expect.poll(isWaiting).toBe(1);
  await writer.query('DELETE FROM watch_events');
  const second = deploy();
  await expect.poll(() => said).toHaveLength(2);
  await holder.query('COMMIT');
  expect(await deployed).toEqual([name]);
  expect(await second).toEqual([]);
  expect(said.toSorted()).toEqual([
    'Another process applies migrations to this database: waiting for its end',
    `Migration ${name} waits for another session, such as a backup, that holds a lock`,
  ]);
});

it('triggers and functions that compare a subscription status list exactly the statuses that give access', async () => {
  const rows = await prisma.$queryRaw<{ text: string }[]>`
    SELECT pg_get_triggerdef(oid) AS text FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace`;
  const lists = rows
    .map(({ text }) => SUBSCRIPTION_STATUSES.filter((status) => text.includes(`'${status}'`)))
    .filter((statuses) => statuses.includes('past_due'));
  expect(lists.length).toBeGreaterThan(0);
  for (const statuses of lists) expect(statuses).toEqual(STATUSES_WITH_ACCESS);
});

it('every trigger that holds a rule is named by the module whose rule it is', async () => {
  const rows = await prisma.$queryRaw<{ name: string }[]>`
    SELECT regexp_replace(tgname, '_notify_(insert|update|delete)$', '_notify') AS name FROM pg_trigger
      JOIN pg_proc ON pg_proc.oid = tgfoid
     WHERE NOT tgisinternal
       AND proname NOT IN ('marquee_notify_by_user_id', 'marquee_notify_catalogue', 'marquee_notify_ended_tokens')`;
  const sources = globSync('src/**/*.ts', { cwd: join(import.meta.dirname, '..') })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(import.meta.dirname, '..', path), 'utf8'));
  const unnamed = rows.filter(({ name }) => !sources.some((source) => source.includes(`\`${name}\``)));
  expect(rows.length).toBeGreaterThan(20);
  expect(unnamed).toEqual([]);
});

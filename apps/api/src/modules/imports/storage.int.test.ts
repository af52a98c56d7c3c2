import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createUser } from '../../../test/factories.ts';
import { longRun } from '../../../test/settings.ts';
import { upload, zipText } from '../../../test/uploads.ts';
import { createImportsRepository } from './imports.repository.ts';

const app = await startApp({ EMAIL_PROOF: 'on' });
const { prisma, deps } = app;
type User = Awaited<ReturnType<typeof createUser>>;
const ROWS = 12_000;
/** The rows whose storage is measured. */
const MEASURED = longRun ? ROWS : 2_000;
const MB = 2 ** 20;

await prisma.medium.createMany({
  data: Array.from({ length: ROWS }, (_, at) => ({
    source: 'test',
    type: 'movie' as const,
    externalId: `tt${5_000_000 + at}`,
    title: `Movie number ${at}`,
    releaseYear: 1950 + (at % 70),
  })),
});

/** Text that PostgreSQL cannot compress well, the same for every run. */
function noise(seed: number, length: number): string {
  let state = seed * 2_654_435_761 + 1;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += (state >>> 4).toString(36);
  }
  return text.slice(0, length);
}

const lines = (header: string, line: (at: number) => string, rows = ROWS): string =>
  `${header}\n${Array.from({ length: rows }, (_, at) => line(at)).join('\n')}\n`;

/** Names of many parts, each of which could begin the name of a series. */
const EPISODES = lines(
  'Title,Date',
  (at) => `"${at}: ${Array.from({ length: 50 }, (_, part) => noise(at * 50 + part, 8)).join(': ')}",5/1/20`,
);
const NAMES = lines(
  'Const,Your Rating,Date Rated,Title,Original Title,Title Type,Year',
  (at) => `tt${5_000_000 + at},7,2020-05-01,${noise(at, 500)},${noise(at + ROWS, 500)},Movie,`,
);
const TAGS = lines(
  'Date,Name,Year,Letterboxd URI,Rating,Tags',
  (at) =>
    `2020-05-01,Movie number ${at},${1950 + (at % 70)},u,4,"${Array.from({ length: 20 }, (_, tag) => noise(at * 20 + tag, 40)).join(', ')}"`,
);

/** The sizes of all columns that belong to imports of the user. */
async function storedBytes({ id }: User): Promise<number> {
  let sum = 0;
  for (const table of ['imports', 'import_parts', 'import_rows', 'import_titles', 'import_changes']) {
    const columns = await prisma.$queryRaw<{ name: string }[]>`
      SELECT quote_ident(column_name) AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = ${`user_${table}`}`;
    const sizes = columns.map(({ name }) => `COALESCE(pg_column_size(${name}), 0)`).join(' + ');
    const [row] = await prisma.$queryRawUnsafe<{ bytes: number }[]>(
      `SELECT COALESCE(sum(${sizes}), 0)::float8 AS bytes FROM user_${table} WHERE user_id = ${id}`,
    );
    sum += row?.bytes ?? 0;
  }
  return sum;
}

async function importFile(user: User, source: string, file: string | Uint8Array) {
  const { body } = await upload(app.as(user), source, file).expect(202);
  await deps.services.importWork.run(user.id, body.import.id);
  return prisma.userImport.findFirstOrThrow({ where: { id: body.import.id } });
}

const stranger = (): Promise<User> => createUser(prisma, { emailVerifiedAt: null });

describe('the storage of an import', () => {
  it.each([
    ['names of many parts', 'netflix', EPISODES],
    ['long names', 'imdb', NAMES],
    ['many tags', 'letterboxd', TAGS],
  ])(
    'is at most twice the text and 1 kB a row, for thousands of rows with %s',
    async (_what, source, all) => {
      const user = await createUser(prisma);
      const text = all.split('\n', MEASURED + 1).join('\n');
      const row = await importFile(
        user,
        source,
        source === 'letterboxd' ? zipText('ratings.csv', text) : text,
      );
      expect(row.state).toBe('ready');
      const most = 2 * text.length + 1_024 * MEASURED;
      const previewed = await storedBytes(user);
      expect(previewed).toBeLessThan(most);
      // What the budget counts is what is stored.
      expect(row.storedBytes / previewed).toBeGreaterThan(0.9);
      await app.as(user).post(`/api/v1/user/imports/${row.id}/confirm`).send({}).expect(202);
      await deps.services.importWork.run(user.id, row.id);
      const applied = await prisma.userImport.findFirstOrThrow({ where: { id: row.id } });
      expect(applied.state).toBe('applied');
      expect(await storedBytes(user)).toBeLessThan(most);
      await app.as(user).post(`/api/v1/user/imports/${row.id}/undo`).expect(200);
    },
    120_000,
  );

  it('has room for twelve thousand titles in every account', async () => {
    const user = await stranger();
    const usual = lines(
      'Const,Your Rating,Date Rated,Title,Title Type,Year',
      (at) => `tt${5_000_000 + at},${at % 11},2020-05-01,Movie number ${at},Movie,${1950 + (at % 70)}`,
    );
    expect(await importFile(user, 'imdb', usual)).toMatchObject({ state: 'ready' });
  });

  it('ends an import over the budget of its account as limit_reached with the figure, and keeps nothing', async () => {
    const file = zipText('ratings.csv', TAGS);
    const user = await stranger();
    const failed = await importFile(user, 'letterboxd', file);
    expect(failed).toMatchObject({ state: 'failed', failureCode: 'limit_reached', storedRows: 0 });
    expect(failed.failure).toContain('16 MB');
    expect(await storedBytes(user)).toBeLessThan(10_000);
    expect(failed.storedBytes).toBeLessThan(10_000);
    // What is stored already counts.
    const member = await createUser(prisma);
    const earlier = await importFile(member, 'imdb', NAMES.slice(0, NAMES.indexOf('\n', 2_000)));
    await prisma.userImport.updateMany({ where: { id: earlier.id }, data: { storedBytes: 63 * MB } });
    const second = await importFile(member, 'letterboxd', file);
    expect(second).toMatchObject({ state: 'failed', failureCode: 'limit_reached' });
    expect(second.failure).toContain('64 MB');
  });

  it('takes the oldest unconfirmed import of the largest holder when unproven accounts store over 2 GB', async () => {
    const [large, small, proven] = [await stranger(), await stranger(), await createUser(prisma)];
    const create = (user: User, state: string, megabytes: number) =>
      prisma.userImport.create({
        data: {
          userId: user.id,
          source: 'imdb',
          state,
          appliedAt: state === 'applied' ? new Date() : null,
          sha256: `${user.id}-${state}-${megabytes}`,
          bytes: 1,
          storedBytes: megabytes * MB,
        },
      });
    const confirmed = await create(large, 'applied', 600);
    const oldest = await create(large, 'ready', 500);
    const newest = await create(large, 'ready', 501);
    const others = [await create(small, 'ready', 900), await create(proven, 'ready', 1_500)];
    await upload(app.as(await stranger()), 'imdb', 'Const,Title\ntt5000000,Movie number 0\n').expect(202);
    const left = await prisma.userImport.findMany({
      where: { userId: { in: [large.id, small.id, proven.id] } },
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    expect(left.map(({ id }) => id)).toEqual([confirmed, newest, ...others].map(({ id }) => id));
    expect(left).not.toContainEqual({ id: oldest.id });
  });

  it('refuses a file for which no room is left, instead of accepting it and deleting it', async () => {
    const { id: userId } = await stranger();
    const applied = { userId, source: 'imdb', state: 'applied', appliedAt: new Date(), bytes: 1 };
    const { id } = await prisma.userImport.create({
      data: { ...applied, sha256: 'large', storedBytes: 2_047 * MB },
    });
    await prisma.userImport.create({ data: { ...applied, sha256: 'small', storedBytes: 2 * MB } });
    const refused = await stranger();
    const { body } = await upload(app.as(refused), 'imdb', 'Const,Title\ntt5000000,Movie number 0\n');
    expect(body).toMatchObject({ error: 'limit_reached', message: expect.stringContaining('no room') });
    expect(await prisma.userImport.count({ where: { userId: refused.id } })).toBe(0);
    // An import that is confirmed while another upload makes room keeps its journal.
    await createImportsRepository(prisma).deleteUnconfirmed({ userId, id });
    expect(await prisma.userImport.count({ where: { userId } })).toBe(2);
    await prisma.userImport.deleteMany({ where: { userId } });
  });

  it('says which files had names that were cut', async () => {
    const user = await createUser(prisma);
    const { files } = await importFile(
      user,
      'imdb',
      `Const,Your Rating,Date Rated,Title,Title Type,Year\ntt5000001,7,2020-05-01,${'x'.repeat(301)},Movie,1951\n`,
    );
    expect(files).toMatchObject([
      { state: 'partly', entries: 1, reason: expect.stringMatching(/^1 name was cut, .* 300 characters\.$/) },
    ]);
  });
});

import { IMPORT_WAITING_MAX, type NewsReply } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { createMatchWaitingHandler } from '#src/jobs/match-waiting.ts';
import { startApp } from '../../../../test/app.ts';
import { createMedium, createUser } from '../../../../test/factories.ts';
import { upload, zipText } from '../../../../test/uploads.ts';

const app = await startApp();
const { prisma, deps, as } = app;
const known = await createMedium(prisma, { title: 'Alien', releaseYear: 1979, externalId: 'tt0078748' });

/** Imports and confirms a file. */
async function importFile(user: User, file: string | Buffer, source = 'imdb'): Promise<number> {
  const { body } = await upload(as(user), source, file).expect(202);
  const { id } = body.import;
  await deps.services.importWork.run(user.id, id);
  await as(user).post(`/api/v1/user/imports/${id}/confirm`).send({ choices: [] }).expect(202);
  await deps.services.importWork.run(user.id, id);
  return id;
}

/** Runs the job of a changed catalogue, and the imports that it makes. */
async function matchWaiting(user: User): Promise<void> {
  const handle = createMatchWaitingHandler({ ...deps.services, outbox: deps.repos.outbox, log: deps.log });
  const job = { id: 1, kind: 'match_waiting', userId: null, createdAt: new Date() } as const;
  await handle({ ...job, payload: { after: 0 } }, new AbortController().signal);
  for (const { id } of await prisma.userImport.findMany({ where: { userId: user.id, isLate: true } }))
    await deps.services.importWork.run(user.id, id);
}

const ratingsOf = async (user: User) =>
  (await prisma.userMediumRating.findMany({ where: { userId: user.id }, orderBy: { mediumId: 'asc' } })).map(
    ({ mediumId, rating, updatedAt }) => [mediumId, rating, updatedAt.toISOString().slice(0, 10)],
  );

let made = 0;
/** Returns an IMDb file with Alien and a title of its own, which the catalogue does not have. */
function fileWith(rating = 8) {
  const id = `tt77${String(++made).padStart(5, '0')}`;
  const title = `Missing Title Number ${made}`;
  return {
    title: { title, releaseYear: 1991, externalId: id },
    csv: `Const,Your Rating,Date Rated,Title,URL,Title Type,Year
tt0078748,9,2020-05-01,Alien,,Movie,1979
${id},${rating},2019-01-01,${title},,Movie,1991
`,
  };
}

describe('a title of an import that the catalogue does not have', () => {
  it('is imported when it arrives, as an import of its own that is news and can be undone', async () => {
    const user = await createUser(prisma);
    const { title, csv } = fileWith();
    const first = await importFile(user, csv);
    await matchWaiting(user);
    expect(await ratingsOf(user)).toEqual([[known.id, 9, '2020-05-01']]);

    const { id } = await createMedium(prisma, title);
    for (let time = 0; time < 2; time++) await matchWaiting(user);
    expect(await ratingsOf(user)).toEqual([
      [known.id, 9, '2020-05-01'],
      [id, 8, '2019-01-01'],
    ]);
    const { body } = await as(user).get('/api/v1/user/imports').expect(200);
    expect(body.imports).toMatchObject([
      { source: 'imdb', state: 'applied', late: true, counts: { titles: 1, matched: 1, ratings_new: 1 } },
      { id: first, late: false },
    ]);
    const lateId = body.imports[0].id;

    await deps.inMemory.refresh();
    const reply: NewsReply = (await as(user).get('/api/v1/news').expect(200)).body;
    expect(reply.news).toMatchObject([
      {
        kind: 'imported_arrived',
        medium: { id, rating: 8 },
        import_id: lateId,
        reason: 'It was in a file that you imported.',
      },
    ]);

    await as(user).post(`/api/v1/user/imports/${lateId}/undo`).expect(200);
    expect(await ratingsOf(user)).toEqual([[known.id, 9, '2020-05-01']]);
    await matchWaiting(user);
    expect(await ratingsOf(user)).toHaveLength(1);
    expect((await as(user).get('/api/v1/news').expect(200)).body.news).toEqual([]);
  });

  it('comes into the list that the file names', async () => {
    const user = await createUser(prisma);
    const csv = 'Date,Name,Year,Letterboxd URI\n2021-03-04,A Film That Comes Later,1988,https://boxd.it/x\n';
    const { body } = await upload(as(user), 'letterboxd', Buffer.from(zipText('watchlist.csv', csv))).expect(
      202,
    );
    await deps.services.importWork.run(user.id, body.import.id);
    await as(user).post(`/api/v1/user/imports/${body.import.id}/confirm`).send({ choices: [] }).expect(202);
    await deps.services.importWork.run(user.id, body.import.id);
    const { id } = await createMedium(prisma, { title: 'A Film That Comes Later', releaseYear: 1988 });
    await matchWaiting(user);
    expect(
      await prisma.userListMedium.findMany({
        where: { list: { ownerId: user.id, listType: 'watch_later' } },
        select: { mediumId: true },
      }),
    ).toEqual([{ mediumId: id }]);
  });

  it('is forgotten when its import is undone', async () => {
    const user = await createUser(prisma);
    const { title, csv } = fileWith();
    const undone = await importFile(user, csv);
    await as(user).post(`/api/v1/user/imports/${undone}/undo`).expect(200);
    await createMedium(prisma, title);
    await matchWaiting(user);
    expect(await ratingsOf(user)).toEqual([]);
    expect(await prisma.userImportWaiting.count({ where: { userId: user.id } })).toBe(0);
  });

  it('waits once after the same file was imported again', async () => {
    const user = await createUser(prisma);
    const { csv } = fileWith();
    await importFile(user, csv);
    await importFile(user, csv);
    expect(await prisma.userImportWaiting.count({ where: { userId: user.id } })).toBe(1);
  });

  it('waits while another import of the member runs, and the job looks again', async () => {
    const user = await createUser(prisma);
    const { title, csv } = fileWith();
    await importFile(user, csv);
    await createMedium(prisma, title);
    const { id } = await prisma.userImport.create({
      data: { userId: user.id, source: 'imdb', sha256: 'running', bytes: 1, state: 'reading' },
    });
    await prisma.outboxMessage.deleteMany({ where: { kind: 'match_waiting' } });
    expect(await deps.services.importWork.matchLate(user.id)).toBe(false);
    expect(await prisma.userImportWaiting.count({ where: { userId: user.id } })).toBe(1);
    await matchWaiting(user);
    expect(await prisma.outboxMessage.count({ where: { kind: 'match_waiting' } })).toBe(1);
    await prisma.userImport.delete({ where: { userId_id: { userId: user.id, id } } });
    await matchWaiting(user);
    expect(await ratingsOf(user)).toHaveLength(2);
  });

  it('waits among the newest of the member, of which the oldest go first', async () => {
    const user = await createUser(prisma);
    const { csv } = fileWith();
    const first = await importFile(user, csv);
    const [oldest] = await prisma.userImportWaiting.findMany({ where: { userId: user.id } });
    await prisma.userImportWaiting.createMany({
      data: Array.from({ length: IMPORT_WAITING_MAX - 1 }, (_, at) => ({
        userId: user.id,
        importId: first,
        source: 'imdb',
        key: `i:${at}`,
        hint: {},
        facts: [],
      })),
    });
    const second = fileWith();
    await importFile(user, second.csv);
    const keys = await prisma.userImportWaiting.findMany({
      where: { userId: user.id },
      select: { key: true },
    });
    expect(keys).toHaveLength(IMPORT_WAITING_MAX);
    expect(keys).not.toContainEqual({ key: oldest?.key });
    expect(keys).toContainEqual({ key: `i:${second.title.externalId}` });
  });

  it('waits among the newest of its file, whatever the order of the file', async () => {
    const user = await createUser(prisma);
    const rows = Array.from({ length: IMPORT_WAITING_MAX + 1 }, (_, at) => {
      const day = new Date(Date.UTC(2010, 0, 1 + at)).toISOString().slice(0, 10);
      return `${day},Missing From The Past ${at},1950,https://boxd.it/x\n`;
    });
    const csv = `Date,Name,Year,Letterboxd URI\n${rows.join('')}`;
    await importFile(user, Buffer.from(zipText('watched.csv', csv)), 'letterboxd');
    const keys = await prisma.userImportWaiting.findMany({
      where: { userId: user.id },
      select: { key: true },
    });
    expect(keys).toHaveLength(IMPORT_WAITING_MAX);
    expect(keys).not.toContainEqual({ key: 't:movie:1950:missing from the past 0' });
  });

  it('is in the export of the account and goes with it', async () => {
    const user = await createUser(prisma);
    const { title, csv } = fileWith();
    await importFile(user, csv);
    await as(user).post('/api/v1/wishes').send({ query: 'A wish of mine' }).expect(201);
    await prisma.userNewsMail.create({
      data: { userId: user.id, mediumId: known.id, kind: 'saved_arrived' },
    });
    const { body } = await as(user).get('/api/v1/user/export').expect(200);
    const text = JSON.stringify(body);
    expect(text).toContain(title.title);
    expect(text).toContain('A wish of mine');
    expect(text).toContain('saved_arrived');
    await as(user).post('/api/v1/users/destroy').expect(200);
    const where = { where: { userId: user.id } };
    expect([
      await prisma.userImportWaiting.count(where),
      await prisma.userWish.count(where),
      await prisma.userNewsMail.count(where),
    ]).toEqual([0, 0, 0]);
  });
});

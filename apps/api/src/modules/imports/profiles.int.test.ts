import { IMPORTS_OPEN_MAX } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createMedium, createUser } from '../../../test/factories.ts';
import { longRun } from '../../../test/settings.ts';
import { upload } from '../../../test/uploads.ts';

const app = await startApp();
const { prisma, deps } = app;

const [alien, heat] = await Promise.all(
  ['Alien', 'Heat'].map(async (title) => (await createMedium(prisma, { title, releaseYear: 1990 })).id),
);
await deps.inMemory.refresh();

const NETFLIX = `Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type
Anna,2021-03-14 20:00:00,01:30:00,,Alien,
Anna,2021-03-15 20:00:00,01:30:00,,Nobody Made This,
Ben,2021-03-16 20:00:00,01:30:00,,Heat,
`;

const get = async (user: User, id: number) =>
  (await app.as(user).get(`/api/v1/user/imports/${id}`).expect(200)).body;
const choose = (user: User, id: number, profile: unknown) =>
  app.as(user).patch(`/api/v1/user/imports/${id}`).send({ profile });

async function uploadFile(user: User, file: string, source?: string): Promise<number> {
  const { body } = await upload(app.as(user), source, file).expect(202);
  await deps.services.importWork.run(user.id, body.import.id);
  return body.import.id;
}

describe('a file without a named service', () => {
  it('is recognized, and its source is null until then', async () => {
    const user = await createUser(prisma);
    const { body } = await upload(
      app.as(user),
      undefined,
      'Date,Name,Year,Letterboxd URI,Rating\n2020-05-01,Alien,1990,https://boxd.it/x,4.5\n',
    ).expect(202);
    expect(body.import).toMatchObject({ source: null, state: 'reading', profiles: [] });
    await deps.services.importWork.run(user.id, body.import.id);
    const ready = await get(user, body.import.id);
    expect(ready.import).toMatchObject({ source: 'letterboxd', state: 'ready' });
    expect(ready.titles).toMatchObject([{ title: 'Alien', medium: { medium_id: alien }, rating: 9 }]);
  });

  it('fails with unknown_file when no reader knows it', async () => {
    const user = await createUser(prisma);
    const id = await uploadFile(user, 'a;b\n1;2\n');
    expect((await get(user, id)).import).toMatchObject({
      source: null,
      state: 'failed',
      failure_code: 'unknown_file',
      failure: expect.stringContaining('Letterboxd'),
    });
  });

  it('is the same import when it is uploaded again, with or without its service', async () => {
    const user = await createUser(prisma);
    const file = 'Date,Name,Year,Letterboxd URI,Rating\n2020-05-02,Alien,1990,https://boxd.it/x,4\n';
    const id = await uploadFile(user, file);
    expect(await uploadFile(user, file)).toBe(id);
    expect(await uploadFile(user, file, 'letterboxd')).toBe(id);
  });
});

describe("a household's file", () => {
  it('waits for a profile, the largest first, and imports the entries of the chosen one only', async () => {
    const user = await createUser(prisma);
    const id = await uploadFile(user, NETFLIX);
    expect((await get(user, id)).import).toMatchObject({
      source: 'netflix',
      state: 'profile',
      profiles: [
        { name: 'Anna', entries: 2 },
        { name: 'Ben', entries: 1 },
      ],
    });
    expect(await prisma.userImportRow.count({ where: { userId: user.id } })).toBe(0);
    expect((await choose(user, id, 'Eve')).body.errors).toHaveProperty('profile');
    expect((await choose(user, id, 'Ben').expect(200)).body.import.state).toBe('reading');
    await choose(user, id, 'Ben').expect(200);
    await deps.services.importWork.run(user.id, id);
    const { import: ready, titles } = await get(user, id);
    expect(ready).toMatchObject({ state: 'ready', counts: { entries: 1, titles: 1, matched: 1 } });
    expect(titles).toMatchObject([{ medium: { medium_id: heat } }]);
    expect((await choose(user, id, 'Anna').expect(200)).body.import.state).toBe('reading');
    await deps.services.importWork.run(user.id, id);
    expect((await get(user, id)).import).toMatchObject({
      state: 'ready',
      counts: { entries: 2, matched: 1 },
    });
  });

  it('is read twenty times at once only for one profile', async () => {
    const user = await createUser(prisma);
    const id = await uploadFile(user, NETFLIX);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => choose(user, id, at % 2 ? 'Anna' : 'Ben')),
    );
    expect(replies.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    await deps.services.importWork.run(user.id, id);
    const { import: ready } = await get(user, id);
    expect(ready.state).toBe('ready');
    const chosen = await prisma.userImport.findUniqueOrThrow({
      where: { userId_id: { userId: user.id, id } },
    });
    expect(ready.counts.entries).toBe(chosen.profile === 'Anna' ? 2 : 1);
  });

  it('of a single profile asks nothing', async () => {
    const user = await createUser(prisma);
    const id = await uploadFile(user, NETFLIX.split('\n').slice(0, 3).join('\n'));
    expect((await get(user, id)).import).toMatchObject({ state: 'ready', profiles: [] });
  });

  it('belongs to its user: strangers get 404', async () => {
    const [user, stranger] = await Promise.all([createUser(prisma), createUser(prisma)]);
    const id = await uploadFile(user, NETFLIX);
    await choose(stranger, id, 'Anna').expect(404);
  });

  it('ends with the next upload, so that waiting files do not pile up', async () => {
    const user = await createUser(prisma);
    const first = await uploadFile(user, NETFLIX);
    for (let time = 0; time < (longRun ? IMPORTS_OPEN_MAX + 2 : 2); time++)
      await uploadFile(user, `${NETFLIX}Ben,2021-03-${17 + time} 20:00:00,01:30:00,,Heat,\n`);
    expect((await get(user, first)).import).toMatchObject({ state: 'failed', failure_code: 'limit_reached' });
    const waiting = await prisma.userImport.findMany({ where: { userId: user.id, state: 'profile' } });
    expect(waiting).toHaveLength(1);
    expect(await prisma.userImportPart.count({ where: { userId: user.id } })).toBe(1);
  });
});

describe('an episode of a file of IMDb', () => {
  it('belongs to the series with its longest name, and of two namesakes to the one in the file', async () => {
    const [, rated, longer] = await Promise.all(
      [
        { title: 'Ransom', releaseYear: 1990 },
        { title: 'Ransom', releaseYear: 2013, externalId: 'tt0900313' },
        { title: 'Ransom: Legacy', releaseYear: 2015 },
      ].map((data) => createMedium(prisma, { ...data, type: 'series' })),
    );
    const user = await createUser(prisma);
    const file = `Const,Your Rating,Date Rated,Title,URL,Title Type,Year
tt0900001,8,2016-01-02,Ransom: Chapter One,,TV Episode,2014
tt0900002,8,2016-01-02,Ransom: Legacy: Pilot,,TV Episode,2015
tt0900313,9,2016-01-01,Ransom,,TV Series,2013
`;
    const { titles } = await get(user, await uploadFile(user, file, 'imdb'));
    expect(titles.map((title: { medium: { medium_id: number } | null }) => title.medium?.medium_id)).toEqual(
      expect.arrayContaining([rated?.id, longer?.id]),
    );
    const doubtful = await prisma.userImportTitle.count({ where: { userId: user.id, match: 'doubtful' } });
    expect(doubtful).toBe(0);
  });
});

describe('titles that are not found', () => {
  it('have one line for all episodes of an unknown series', async () => {
    const user = await createUser(prisma);
    const file =
      'Title,Date\n"Nowhere: One",6/13/19\n"Nowhere: Two",6/12/19\n"Nowhere: Three",6/11/19\n"Elsewhere: One",6/10/19\n';
    const id = await uploadFile(user, file, 'netflix');
    const { body } = await app
      .as(user)
      .get(`/api/v1/user/imports/${id}`)
      .query({ show: 'unmatched' })
      .expect(200);
    expect(body.titles).toMatchObject([
      { title: 'Nowhere', entries: 3 },
      { title: 'Elsewhere: One', entries: 1 },
    ]);
    expect(body.import.counts.unmatched).toBe(2);
    expect(body.pagination.total_count).toBe(2);
  });
});

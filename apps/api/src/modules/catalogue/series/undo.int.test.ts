import type { User } from '@marquee/prisma';
import { beforeEach, describe, expect, it } from 'vitest';
import { importCatalogue } from '#src/modules/catalogue/feed/import.service.ts';
import { startApp } from '../../../../test/app.ts';
import { createUser, unique } from '../../../../test/factories.ts';
import { followAll } from '../../../../test/follow-series.ts';
import { upload } from '../../../../test/uploads.ts';

const { prisma, deps, as, visitor } = await startApp();

/** Each test uses its own source, with one series. */
let source = '';
let user: User;
beforeEach(async () => {
  source = unique('Ferry ');
  user = await createUser(prisma);
});

/** Writes the series with seasons of these lengths. Members have yet to follow. */
async function write(
  lengths: readonly number[],
  { key = 'a', ...more }: { key?: string; also?: string[] } = {},
) {
  const season_list = lengths.map((episodes, at) => ({ season: at + 1, episodes }));
  const line = { key, title: source, type: 'series', release_year: 2015, season_list, ...more };
  await importCatalogue(prisma, [JSON.stringify(line)], { source, force: true });
  await deps.inMemory.refresh();
  return (await prisma.medium.findFirstOrThrow({ where: { source, externalId: key } })).id;
}

const seen = async () =>
  (
    await prisma.userEpisode.findMany({
      where: { userId: user.id },
      orderBy: [{ mediumId: 'asc' }, { season: 'asc' }, { episode: 'asc' }],
    })
  ).map(({ season, episode }) => `${season}x${episode}`);

const HEAD =
  'SIMKL_ID,TVDB_ID,TMDB,IMDB_ID,MAL_ID,Type,Title,Year,LastEpWatched,Watchlist,WatchedDate,Rating,Memo';

/** Imports that the member saw the series up to an episode, and dropped it. Returns the id of the import. */
async function importUpTo(last: string): Promise<number> {
  const file = `${HEAD}\n1,,,,,tv,${source},2015,${last},dropped,2024-04-01,,\n`;
  const { body } = await upload(as(user), 'simkl', file).expect(202);
  const { id } = body.import;
  await deps.services.importWork.run(user.id, id);
  await as(user).post(`/api/v1/user/imports/${id}/confirm`).send({}).expect(202);
  await deps.services.importWork.run(user.id, id);
  return id;
}

async function undoImport(id: number) {
  await as(user).post(`/api/v1/user/imports/${id}/undo`).expect(200);
  await deps.services.importWork.run(user.id, id);
}

async function createHook() {
  const { body } = await as(user).post('/api/v1/watch_hook').send({ account_name: 'anna' }).expect(201);
  const path = new URL(body.url).pathname;
  return (season: number, episode: number, part: object = {}) =>
    visitor
      .post(path)
      .send({
        NotificationType: 'PlaybackStop',
        NotificationUsername: 'anna',
        ServerName: 'Attic',
        ItemType: 'Episode',
        SeriesName: source,
        Name: 'One',
        PlayedToCompletion: true,
        SeasonNumber: season,
        EpisodeNumber: episode,
        ...part,
      })
      .expect(204);
}

interface Event {
  id: number;
  medium: { id: number };
  episode: { season: number; episode: number };
}

const events = async (): Promise<Event[]> =>
  (await as(user).get('/api/v1/watch_hook/events').expect(200)).body.events;

const numbers = (all: readonly Event[]) => all.map(({ episode }) => `${episode.season}x${episode.episode}`);

const undoEvent = ({ id }: Event) => as(user).post(`/api/v1/watch_hook/events/${id}/undo`).expect(200);

const SPLITS = [
  { before: [6], after: [3, 3], last: 's1e6' },
  { before: [3, 3], after: [6], last: 's2e3' },
  { before: [2, 4], after: [4, 2], last: 's2e4' },
];

describe('the undo of an import', () => {
  it.each(SPLITS)(
    'leaves nothing of a series that went from $before to $after since',
    async ({ before, after, last }) => {
      await write(before);
      const id = await importUpTo(last);
      expect(await seen()).toHaveLength(6);
      await write(after);
      await followAll(prisma);
      expect(await seen()).toHaveLength(6);
      await undoImport(id);
      expect(await seen()).toEqual([]);
      expect(await prisma.userSeries.count({ where: { userId: user.id } })).toBe(0);
      expect(await prisma.userMediumSeen.count({ where: { userId: user.id } })).toBe(0);
    },
  );

  it('restores the views and the state from before, also where the series was merged since', async () => {
    const old = await write([4]);
    const told = { userId: user.id, mediumId: old, season: 1, episode: 1 };
    const day = new Date('2019-05-01');
    await prisma.userEpisode.create({ data: { ...told, seenOn: day, days: [day] } });
    await prisma.userSeries.updateMany({ where: { userId: user.id }, data: { state: 'watching' } });
    const list = await prisma.userList.findFirstOrThrow({
      where: { ownerId: user.id, listType: 'watch_later' },
    });
    await prisma.userListMedium.create({ data: { listId: list.id, mediumId: old, position: 1 } });
    const id = await importUpTo('s1e4');
    expect(await prisma.userListMedium.count({ where: { listId: list.id } })).toBe(0);
    const kept = await write([4], { key: 'b', also: ['a'] });
    await followAll(prisma);
    expect(await seen()).toHaveLength(4);
    await undoImport(id);
    const rows = await prisma.userEpisode.findMany({ where: { userId: user.id } });
    expect(rows).toMatchObject([
      { mediumId: kept, season: 1, episode: 1, seenOn: day, plays: 1, days: [day] },
    ]);
    expect(await prisma.userSeries.findMany({ where: { userId: user.id } })).toMatchObject([
      { mediumId: kept, state: 'watching' },
    ]);
    expect(await prisma.userListMedium.findMany({ where: { listId: list.id } })).toMatchObject([
      { mediumId: kept },
    ]);
  });

  it('leaves nothing of two titles of which the import told and that became one', async () => {
    const old = await write([2]);
    const id = await importUpTo('s1e2');
    const kept = await write([3], { key: 'b' });
    const rows = await prisma.userEpisode.findMany({ where: { userId: user.id, mediumId: old } });
    const later = new Date('2024-06-01');
    await prisma.userEpisode.createMany({
      data: rows.map((row) => ({ ...row, mediumId: kept, seenOn: later, days: [later] })),
    });
    await prisma.$executeRaw`
      INSERT INTO user_import_changes (user_id, import_id, kind, ref, after)
      SELECT ${user.id}, ${id}, 'episode', medium_id || ':' || season || ':' || episode, to_jsonb(told)
        FROM user_episodes AS told WHERE user_id = ${user.id} AND medium_id = ${kept}`;
    await write([3], { key: 'b', also: ['a'] });
    await followAll(prisma);
    expect(await seen()).toEqual(['1x1', '1x2']);
    await undoImport(id);
    expect(await seen()).toEqual([]);
  });
});

describe('the undo of a report of a media server', () => {
  it.each(SPLITS)(
    'takes back its episode of a series that went from $before to $after since',
    async ({ before, after }) => {
      await write(before);
      const report = await createHook();
      for (const [at, length] of before.entries())
        for (let episode = 1; episode <= length; episode++) await report(at + 1, episode);
      const ids = (await events()).map(({ id }) => id);
      await write(after);
      await followAll(prisma);
      const all = await events();
      expect(all.map(({ id }) => id)).toEqual(ids);
      expect(numbers(all).toReversed()).toEqual(await seen());
      const [last, ...others] = all;
      if (last) await undoEvent(last);
      expect(await seen()).toEqual(numbers(others).toReversed());
      for (const one of others) await undoEvent(one);
      expect(await seen()).toEqual([]);
    },
  );

  it('takes back its episode of a title that was merged, before and after the member has followed', async () => {
    await write([3]);
    const report = await createHook();
    for (const episode of [1, 2, 3]) await report(1, episode);
    const kept = await write([3], { key: 'b', also: ['a'] });
    const [third, ...others] = await events();
    expect(third).toMatchObject({ medium: { id: kept }, episode: { season: 1, episode: 3 } });
    if (third) await undoEvent(third);
    expect(await seen()).toEqual(['1x1', '1x2']);
    await followAll(prisma);
    for (const one of others) await undoEvent(one);
    expect(await seen()).toEqual([]);
  });

  it('takes back a day that the merged titles share, once', async () => {
    const old = await write([2]);
    const report = await createHook();
    await report(1, 1);
    const kept = await write([2], { key: 'b' });
    await prisma.medium.update({ where: { id: old }, data: { title: `${source} again` } });
    await deps.inMemory.refresh();
    await report(1, 1);
    await report(1, 2);
    expect(await prisma.userEpisode.count({ where: { userId: user.id, mediumId: kept } })).toBe(2);
    await write([2], { key: 'b', also: ['a'] });
    await followAll(prisma);
    const all = await events();
    expect(numbers(all).toSorted()).toEqual(['1x1', '1x2']);
    for (const one of all) await undoEvent(one);
    expect(await seen()).toEqual([]);
  });

  it('is made by the server when it unmarks the episode by its new number, before the member has followed', async () => {
    await write([6]);
    const report = await createHook();
    await report(1, 5);
    await write([3, 3]);
    await report(2, 2, { NotificationType: 'UserDataSaved', SaveReason: 'TogglePlayed', Played: false });
    expect(await seen()).toEqual([]);
  });
});

it('an undo of marks does not bring back old numbers when no episode of the series was left', async () => {
  const mediumId = await write([6]);
  const put = (body: object) => as(user).put(`/api/v1/media/${mediumId}/episodes`).send(body);
  await put({ up_to: { season: 1, episode: 6 }, seen: true }).expect(200);
  const { body } = await put({ up_to: { season: 1, episode: 6 }, seen: false }).expect(200);
  await write([3, 3]);
  await followAll(prisma);
  await put({ undo: body.undo });
  expect(await seen()).toEqual([]);
});

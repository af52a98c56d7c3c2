import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createList, createUser, unique } from '../../../../test/factories.ts';
import { upload } from '../../../../test/uploads.ts';
import { importCatalogue } from './import.service.ts';

const app = await startApp();
const { prisma, deps, as, visitor } = app;

let made = 0;
const line = (key: string, title: string, more = {}): string =>
  JSON.stringify({ key, title, type: 'movie', release_year: 2008, services: ['Netflix'], ...more });

/** Imports a title twice, under two keys, and returns what merges them. */
async function createDoubles() {
  const source = unique('source');
  const title = `Twofold ${++made}`;
  const key = `tt55${String(made).padStart(5, '0')}`;
  const run = (lines: string[]) => importCatalogue(prisma, lines, { source, force: true });
  await run([
    line(key, title),
    line('list-1', title, { services: ['Netflix', 'Hulu'], titles: { pl: 'Podwójny' } }),
  ]);
  await deps.inMemory.refresh();
  const idOf = async (externalId: string) =>
    (await prisma.medium.findFirstOrThrow({ where: { source, externalId } })).id;
  const [kept, old] = [await idOf(key), await idOf('list-1')];
  const merge = async (more = {}) => {
    const result = await run([
      line(key, title, { also: ['list-1'], services: ['Netflix', 'Hulu'], ...more }),
    ]);
    await deps.inMemory.refresh();
    return result;
  };
  return { kept, old, title, merge };
}

const rate = (user: User, id: number, rating: number) =>
  as(user)
    .post(`/api/v1/media/${id}/user_medium_ratings`)
    .send({ user_medium_rating: { rating, tags: [] } });

describe('a title that a feed names as a double of another one', () => {
  it('answers with the title that stays: as a title, in links, in search and as a poster', async () => {
    const { kept, old, title, merge } = await createDoubles();
    const user = await createUser(prisma, { unavailableTitles: true });
    await merge();
    expect((await visitor.get(`/api/v1/media/${old}`).expect(200)).body.medium.id).toBe(kept);
    const { medium } = (await as(user).get(`/api/v1/media/${old}`).expect(200)).body;
    expect(medium).toMatchObject({ id: kept, title, titles: { pl: 'Podwójny' } });
    expect(medium.provider_medium).toHaveLength(2);
    const found = (await as(user).get('/api/v2/media').query({ query: title }).expect(200)).body.media;
    expect(found.map(({ id }: { id: number }) => id)).toEqual([kept]);
    await visitor.get(`/images/posters/${old}.svg`).expect(200);
    const similar = { selection: 'similar', medium_id: old };
    await as(user).get('/api/v2/media').query(similar).expect(200);
  });

  it('takes the newest rating, lists hold it once, and hides, views and interactions move along', async () => {
    const { kept, old, merge } = await createDoubles();
    const newer = await createUser(prisma);
    const older = await createUser(prisma);
    const both = await createUser(prisma);
    const userIds = [newer.id, older.id];
    const rating = (userId: number, mediumId: number, value: number, day: string) =>
      prisma.userMediumRating.create({
        data: { userId, mediumId, rating: value, updatedAt: new Date(`2026-01-${day}`) },
      });
    await rating(newer.id, old, 9, '02');
    await rating(newer.id, kept, 3, '01');
    await rating(older.id, old, 2, '01');
    await rating(older.id, kept, 8, '02');
    await rating(both.id, old, 7, '01');
    await prisma.userMediumHidden.createMany({
      data: [old, kept]
        .map((mediumId) => ({ userId: newer.id, mediumId }))
        .concat({ userId: both.id, mediumId: old }),
    });
    await prisma.userMediumSeen.createMany({
      data: [
        { userId: older.id, mediumId: old, seenOn: new Date('2026-01-05') },
        { userId: older.id, mediumId: kept, seenOn: null },
      ],
    });
    await prisma.userWish.create({
      data: { userId: both.id, query: 'x', key: 'x', mediumId: old, arrivedAt: new Date() },
    });
    const list = await createList(prisma, both, { media: [{ id: old }, { id: kept }] });
    const other = await createList(prisma, both, { media: [{ id: old }] });
    const offer = await prisma.providerMedium.findFirstOrThrow({
      where: { mediumId: old, provider: { name: 'Netflix' } },
    });
    const { id } = await prisma.userInteraction.create({
      data: { userId: both.id, mediumId: old, providerMediumId: offer.id },
    });

    for (const votes of [1, 1, 2]) await merge({ votes });

    const ratings = await prisma.userMediumRating.findMany({
      where: { userId: { in: [...userIds, both.id] } },
      orderBy: { userId: 'asc' },
    });
    expect(ratings.map(({ mediumId, rating }) => [mediumId, rating])).toEqual([
      [kept, 9],
      [kept, 8],
      [kept, 7],
    ]);
    const hidden = await prisma.userMediumHidden.findMany({ where: { mediumId: { in: [old, kept] } } });
    expect(hidden.map(({ mediumId }) => mediumId)).toEqual([kept, kept]);
    const seen = await prisma.userMediumSeen.findMany({ where: { mediumId: { in: [old, kept] } } });
    expect(seen.map(({ mediumId, seenOn }) => [mediumId, seenOn?.toISOString().slice(0, 10)])).toEqual([
      [kept, '2026-01-05'],
    ]);
    expect(await prisma.userWish.count({ where: { userId: both.id, mediumId: kept } })).toBe(1);
    for (const { id } of [list, other]) {
      const { user_list } = (
        await as(both).get(`/api/v1/user_lists/${id}`).query({ all_streaming: true }).expect(200)
      ).body;
      expect([user_list.count_media, user_list.sorted_medium_ids]).toEqual([1, String(kept)]);
    }
    const followed = await prisma.userInteraction.findUniqueOrThrow({
      where: { userId_id: { userId: both.id, id } },
      include: { providerMedium: true },
    });
    expect([followed.mediumId, followed.providerMedium?.mediumId]).toEqual([kept, kept]);
  });

  it('stays merged when the feed lists it again, and a call with its id changes the title that stays', async () => {
    const { kept, old, title, merge } = await createDoubles();
    await merge();
    const row = await prisma.medium.findUniqueOrThrow({ where: { id: old } });
    await importCatalogue(prisma, [line('list-1', title)], { source: row.source, partial: true });
    await deps.inMemory.refresh();
    expect(await prisma.medium.findUniqueOrThrow({ where: { id: old } })).toMatchObject({
      mergedInto: kept,
      delistedAt: expect.any(Date),
    });
    const user = await createUser(prisma);
    await rate(user, old, 8).expect(201);
    await as(user).post(`/api/v1/media/${old}/user_medium_hiddens`).expect(200);
    const list = await createList(prisma, user);
    await as(user)
      .post(`/api/v1/user_lists/${list.id}/user_list_media`)
      .send({ user_list_medium: { medium_id: old } })
      .expect(201);
    const mine = { where: { userId: user.id } };
    expect((await prisma.userMediumRating.findMany(mine)).map(({ mediumId }) => mediumId)).toEqual([kept]);
    expect((await prisma.userMediumHidden.findMany(mine)).map(({ mediumId }) => mediumId)).toEqual([kept]);
    expect(await prisma.userListMedium.findMany({ where: { listId: list.id } })).toMatchObject([
      { mediumId: kept },
    ]);
  });

  it('is undone with an import from before, and is matched as the title that stays', async () => {
    const { kept, title, merge } = await createDoubles();
    const user = await createUser(prisma);
    const run = async (id: number, step?: string) => {
      if (step) expect((await as(user).post(`/api/v1/user/imports/${id}/${step}`).send({})).ok).toBe(true);
      await deps.services.importWork.run(user.id, id);
    };
    // Before, both titles fit, so the file is about none of them. Afterwards one is left.
    const csv = `Title,Your Rating,Date Rated,Const,Year,Title Type\n${title},9,2020-05-01,tt55${String(made).padStart(5, '0')},2008,Movie\n`;
    const first = (await upload(as(user), 'imdb', csv).expect(202)).body.import.id;
    await run(first);
    await run(first, 'confirm');
    await merge();
    await run(first, 'undo');
    expect(await prisma.userMediumRating.count({ where: { userId: user.id } })).toBe(0);
    const letterboxd = `Date,Name,Year,Letterboxd URI,Rating\n2020-01-01,${title},2008,https://boxd.it/x,4\n`;
    const second = (await upload(as(user), 'letterboxd', letterboxd).expect(202)).body.import.id;
    await run(second);
    const { titles } = (await as(user).get(`/api/v1/user/imports/${second}?show=matched`).expect(200)).body;
    expect(titles.map(({ medium }: { medium: { medium_id: number } }) => medium.medium_id)).toEqual([kept]);
  });
});

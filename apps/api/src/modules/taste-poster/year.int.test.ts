import type { YearReply } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createMedium, createUser, unique } from '../../../test/factories.ts';
import { createTastePosterRepository } from './taste-poster.repository.ts';

const { deps, prisma, as, visitor } = await startApp();
const genres = await Promise.all(
  ['drama', 'western'].map((name) => prisma.genre.create({ data: { title: unique(name) } })),
);
const media: { id: number }[] = [];
for (let at = 0; at < 8; at++)
  media.push(
    await createMedium(prisma, {
      type: at === 7 ? 'series' : 'movie',
      runtimeMinutes: 100 + at,
      releaseYear: at < 4 ? 1975 : 2001,
      countries: at < 3 ? ['JP'] : ['FR'],
      genres: { create: { genreId: genres[at < 4 ? 1 : 0]?.id ?? 0, position: 0 } },
    }),
  );
await deps.inMemory.refresh();
const id = (at: number): number => media[at]?.id ?? 0;
const get = async (user: User, year = 2026): Promise<YearReply> =>
  (await as(user).get(`/api/v1/taste/year/${year}`).expect(200)).body;
const see = (user: User, at: number, day: string) =>
  prisma.userMediumSeen.create({ data: { userId: user.id, mediumId: id(at), seenOn: new Date(day) } });
const rate = (user: User, at: number, rating: number, when: string) =>
  prisma.userMediumRating.create({
    data: { userId: user.id, mediumId: id(at), rating, updatedAt: new Date(when), createdAt: new Date(when) },
  });

/** Saw dramas in 2025 and westerns in 2026, two of them in one evening. */
async function createViewer(): Promise<User> {
  const user = await createUser(prisma, { displayName: unique('Ada') });
  for (const at of [4, 5, 6]) await see(user, at, '2025-06-01');
  await see(user, 0, '2026-02-03');
  await see(user, 1, '2026-05-02');
  await see(user, 2, '2026-05-02');
  await rate(user, 1, 10, '2026-05-03T20:00:00Z');
  await rate(user, 3, 8, '2026-11-01T20:00:00Z');
  deps.users.drop(user.id);
  return user;
}

describe('GET /api/v1/taste/year/{year}', () => {
  it('adds the episodes of a day up in the database, so that a long diary is not read view by view', async () => {
    const user = await createUser(prisma);
    const series = await createMedium(prisma, { type: 'series', runtimeMinutes: 50 });
    const days = [new Date('2026-05-02'), new Date('2026-05-03')];
    const rows = [1, 2, 3].map((episode) => ({
      userId: user.id,
      mediumId: series.id,
      season: 1,
      episode,
      days,
      plays: 2,
    }));
    await prisma.userEpisode.createMany({ data: rows });
    const views = await createTastePosterRepository(prisma).listViews(user.id);
    expect(views.toSorted((a, b) => a.day.localeCompare(b.day))).toEqual([
      { mediumId: series.id, day: '2026-05-02', minutes: 150 },
      { mediumId: series.id, day: '2026-05-03', minutes: 150 },
    ]);
  });

  it('counts what was seen and rated in the year, each title once', async () => {
    const { year } = await get(await createViewer());
    expect(year).toMatchObject({
      year: 2026,
      titles: 4,
      movies: 4,
      series: 0,
      // The movie of November was only rated, so its length counts there.
      minutes: 100 + 101 + 102 + 103,
      months: [
        { month: 2, titles: 1, minutes: 100, rated: 0 },
        { month: 5, titles: 2, minutes: 203, rated: 1 },
        { month: 11, titles: 1, minutes: 103, rated: 1 },
      ],
      rated: 2,
      countries: [
        { code: 'JP', name: 'Japan', count: 3 },
        { code: 'FR', name: 'France', count: 1 },
      ],
      decades: [{ decade: 1970, count: 4 }],
      loved: [
        { id: id(1), rating: 10 },
        { id: id(3), rating: 8 },
      ],
      first: { id: id(0), day: '2026-02-03' },
      last: { id: id(3), day: '2026-11-01' },
      longest_evening: { day: '2026-05-02', minutes: 203 },
      grew: [{ share: 100, before: 0 }],
    });
    const bytes = Buffer.from(year?.picture?.replace('data:image/jpeg;base64,', '') ?? '', 'base64');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1920 });
  });

  it('leaves the picture out when asked, and counts no day on which more was marked than it holds', async () => {
    const user = await createViewer();
    const days = [new Date('2026-07-01')];
    await prisma.userEpisode.createMany({
      data: Array.from({ length: 12 }, (_, at) => ({
        userId: user.id,
        mediumId: id(7),
        season: 1,
        episode: at + 1,
        seenOn: new Date('2026-07-01'),
        days,
      })),
    });
    deps.users.drop(user.id);
    const { body } = await as(user).get('/api/v1/taste/year/2026?picture=false').expect(200);
    expect(body.year).toMatchObject({ picture: null, series: 1, minutes: 406 });
  });

  it('takes movies that were only rated for watched on that day, but not the many of a first evening', async () => {
    const user = await createUser(prisma);
    for (const at of [0, 1, 2]) await rate(user, at, 8, '2026-03-01T20:00:00Z');
    for (const at of [3, 4, 5, 6]) await rate(user, at, 8, '2026-04-01T20:00:00Z');
    deps.users.drop(user.id);
    const { year } = await get(user);
    expect(year).toMatchObject({ titles: 7, minutes: 303, longest_evening: null });
    expect(year?.months.map(({ minutes }) => minutes)).toEqual([303, 0]);
  });

  it('is null for fewer than three titles, and counts hidden ones nowhere', async () => {
    const user = await createViewer();
    expect((await get(user, 2024)).year).toBeNull();
    for (const at of [0, 1])
      await prisma.userMediumHidden.create({ data: { userId: user.id, mediumId: id(at) } });
    deps.users.drop(user.id);
    expect((await get(user)).year).toBeNull();
    await as(user).post('/api/v1/taste/year/2026/link').expect(409);
  });

  it('takes days from the member’s time zone, and the length of episodes from the episodes', async () => {
    const user = await createViewer();
    await prisma.user.update({ where: { id: user.id }, data: { timeZone: 'Asia/Tokyo' } });
    await rate(user, 4, 7, '2025-12-31T20:00:00Z');
    await prisma.episode.create({ data: { mediumId: id(7), season: 1, episode: 1, runtimeMinutes: 33 } });
    const days = [new Date('2026-07-01'), new Date('2026-07-02')];
    await prisma.userEpisode.create({
      data: {
        userId: user.id,
        mediumId: id(7),
        season: 1,
        episode: 1,
        seenOn: days[1] ?? null,
        plays: 2,
        days,
      },
    });
    deps.users.drop(user.id);
    const { year } = await get(user);
    expect(year).toMatchObject({
      titles: 6,
      series: 1,
      minutes: 303 + 103 + 66,
      first: { day: '2026-01-01' },
    });
  });
});

describe('the link of a year', () => {
  const LINK = '/api/v1/taste/year/2026/link';

  it('is the same again, shows the year as it was, and is gone as soon as it is taken back', async () => {
    const user = await createViewer();
    const urls = await Promise.all(
      Array.from({ length: 5 }, async () => (await as(user).post(LINK).expect(201)).body.url),
    );
    expect(new Set(urls).size).toBe(1);
    const code = String(urls[0]).split('/').at(-1);
    expect((await get(user)).link?.url).toBe(urls[0]);
    const words = (await visitor.get(`/api/v1/taste/posters/${code}`).expect(200)).body.poster;
    expect(words).toMatchObject({ name: user.displayName, of_year: 2026, year: 2026, surprising: [] });
    expect(words.groups[0]).toBe('4 titles in 7 hours');
    await rate(user, 5, 10, '2026-11-02T20:00:00Z');
    expect((await visitor.get(`/api/v1/taste/posters/${code}`)).body.poster).toEqual(words);
    const picture = await visitor.get(`/images/taste/${code}.jpg`).buffer(true).expect(200);
    expect(await sharp(picture.body).metadata()).toMatchObject({ width: 1080, height: 1920 });
    for (let time = 0; time < 2; time++) await as(user).delete(LINK).expect(204);
    await visitor.get(`/api/v1/taste/posters/${code}`).expect(404);
    await visitor.get(`/images/taste/${code}.jpg`).expect(404);
    expect((await get(user)).link).toBeNull();
  });
});

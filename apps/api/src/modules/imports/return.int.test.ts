import { expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { createList, createMedium, createOffer, createUser } from '../../../test/factories.ts';
import { upload } from '../../../test/uploads.ts';

const app = await startApp();
const { prisma, deps } = app;

/** Returns the data of an account that an import restores. */
async function contentOf(userId: number, db = prisma) {
  const ofTitles = { where: { userId }, orderBy: { mediumId: 'asc' }, omit: { userId: true } } as const;
  const lists = await db.userList.findMany({
    where: { ownerId: userId },
    orderBy: { id: 'asc' },
    select: {
      name: true,
      listType: true,
      media: { orderBy: [{ position: 'asc' }, { id: 'asc' }], select: { mediumId: true, createdAt: true } },
    },
  });
  return {
    lists,
    ratings: await db.userMediumRating.findMany(ofTitles),
    seen: await db.userMediumSeen.findMany(ofTitles),
    hidden: await db.userMediumHidden.findMany(ofTitles),
    settings: await db.userMediumSetting.findMany(ofTitles),
    services: (
      await db.userMediumProvider.findMany({ where: { userId }, orderBy: { providerId: 'asc' } })
    ).map(({ providerId }) => providerId),
    genres: (await db.userMediumGenre.findMany({ where: { userId } })).map(({ genreId }) => genreId),
    filters: await db.userPreference.findMany({ where: { userId }, omit: { userId: true } }),
    account: await db.user.findUniqueOrThrow({
      where: { id: userId },
      select: {
        unavailableTitles: true,
        criticalRatingSource: true,
        notifySharedList: true,
        digestNews: true,
        pushEpisode: true,
        pushRound: true,
        quietFrom: true,
        quietTo: true,
        monthlyExport: true,
      },
    }),
  };
}

const media = await Promise.all(Array.from({ length: 12 }, () => createMedium(prisma)));
const idAt = (at: number): number => media[at]?.id ?? 0;
const user = await createUser(prisma, {
  unavailableTitles: true,
  criticalRatingSource: 'metacritic',
  notifySharedList: false,
  digestNews: false,
  pushEpisode: true,
  quietFrom: '21:30',
  quietTo: '06:00',
  monthlyExport: true,
});
const on = (day: string) => new Date(`${day}T10:11:12.345Z`);
await prisma.userMediumRating.createMany({
  data: [0, 1, 2, 3].map((at) => ({
    userId: user.id,
    mediumId: idAt(at),
    rating: at * 3,
    tags: at === 1 ? ['slow burn', 'rainy day'] : [],
    createdAt: on('2020-01-01'),
    updatedAt: on(`2021-01-0${at + 1}`),
  })),
});
await prisma.userMediumSeen.createMany({
  data: [
    {
      userId: user.id,
      upToSeason: 3,
      mediumId: idAt(4),
      seenOn: new Date('2020-12-31'),
      plays: 3,
      createdAt: on('2021-01-01'),
    },
    { userId: user.id, mediumId: idAt(5), createdAt: on('2021-01-01') },
  ],
});
await prisma.userMediumHidden.create({
  data: { userId: user.id, mediumId: idAt(6), createdAt: on('2021-02-02') },
});
await prisma.userMediumSetting.create({
  data: { userId: user.id, mediumId: idAt(3), notSuggestSharing: true },
});
await createList(prisma, user, { name: 'Zebra first', media: [7, 0, 9].map((at) => ({ id: idAt(at) })) });
await createList(prisma, user, { name: 'Ängste & "Quotes"', media: [8, 7].map((at) => ({ id: idAt(at) })) });
await createList(prisma, user, { name: 'Empty' });
const { providerId } = await createOffer(prisma, { id: idAt(0) });
await prisma.userMediumProvider.create({ data: { userId: user.id, providerId } });
const genre = await prisma.genre.create({ data: { title: 'Noir' } });
await prisma.userMediumGenre.create({ data: { userId: user.id, genreId: genre.id } });
await prisma.userPreference.create({
  data: { userId: user.id, key: 'filter_media_type', value: 'movies' },
});
for (const at of [10, 4, 11])
  await app
    .as(user)
    .post('/api/v1/user_lists/0/user_list_media')
    .send({ user_list_medium: { medium_id: idAt(at) }, to_watch_later: true })
    .expect(201);
await deps.inMemory.refresh();

async function importAll(source: string, file: Buffer | string) {
  const other = await createUser(prisma);
  const start = await contentOf(other.id);
  const { body } = await upload(app.as(other), source, file).expect(202);
  await deps.services.importWork.run(other.id, body.import.id);
  await app.as(other).post(`/api/v1/user/imports/${body.import.id}/confirm`).send({}).expect(202);
  await deps.services.importWork.run(other.id, body.import.id);
  return { other, start, id: body.import.id };
}

it('a Marquee export restores the data when an empty account imports it, and undo empties the account', async () => {
  const { text } = await app.as(user).get('/api/v1/user/export').expect(200);
  const { other, start, id } = await importAll('marquee', text);
  expect(await contentOf(other.id)).toEqual(await contentOf(user.id));
  await app.as(other).post(`/api/v1/user/imports/${id}/undo`).expect(200);
  expect(await contentOf(other.id)).toEqual(start);
});

it('an undo keeps the quiet hours that were changed after the import, both ends, and takes the other settings back', async () => {
  const { text } = await app.as(user).get('/api/v1/user/export').expect(200);
  const { other, id } = await importAll('marquee', text);
  const quiet_hours = { from: '23:00', to: '06:00' };
  await app.as(other).put('/api/v1/user').send({ user: { quiet_hours } }).expect(200);
  await app.as(other).post(`/api/v1/user/imports/${id}/undo`).expect(200);
  const { account } = await contentOf(other.id);
  expect(account).toMatchObject({ quietFrom: '23:00', quietTo: '06:00', pushEpisode: false });
});

it('another installation reads the whole account back, by what titles are and not by their numbers', async () => {
  const { text } = await app.as(user).get('/api/v1/user/export').expect(200);
  const there = await startApp({ DATABASE_URL: await freshDatabaseUrl() });
  // The other installation knows the same titles, services and genres under other numbers.
  for (let skipped = 0; skipped < 5; skipped++) await createMedium(there.prisma);
  for (const { externalId, title } of media.toReversed())
    await createMedium(there.prisma, { externalId, title });
  const services = await prisma.mediumProvider.findMany({ where: { id: providerId } });
  for (const { name, slug, searchUrlTemplate } of services)
    await there.prisma.mediumProvider.create({ data: { name, slug, searchUrlTemplate } });
  await there.prisma.genre.create({ data: { title: 'Western' } });
  await there.prisma.genre.create({ data: { title: genre.title } });
  await there.deps.inMemory.refresh();

  const mover = await createUser(there.prisma);
  const { body } = await upload(there.as(mover), 'marquee', text).expect(202);
  await there.deps.services.importWork.run(mover.id, body.import.id);
  await there.as(mover).post(`/api/v1/user/imports/${body.import.id}/confirm`).send({}).expect(202);
  await there.deps.services.importWork.run(mover.id, body.import.id);

  /** The content with names in place of numbers. */
  async function named(at: typeof app, userId: number) {
    const titles = new Map((await at.prisma.medium.findMany()).map(({ id, title }) => [id, title]));
    const genres = new Map((await at.prisma.genre.findMany()).map(({ id, title }) => [id, title]));
    const names = new Map((await at.prisma.mediumProvider.findMany()).map(({ id, name }) => [id, name]));
    const content = await contentOf(userId, at.prisma);
    const byTitle = <Row extends { mediumId: number }>(rows: readonly Row[]) =>
      rows
        .map(({ mediumId, ...row }) => ({ title: titles.get(mediumId), ...row }))
        .toSorted((a, b) => String(a.title).localeCompare(String(b.title)));
    return {
      ...content,
      lists: content.lists.map((list) => ({
        ...list,
        media: list.media.map(({ mediumId, ...entry }) => ({ title: titles.get(mediumId), ...entry })),
      })),
      ratings: byTitle(content.ratings),
      seen: byTitle(content.seen),
      hidden: byTitle(content.hidden),
      settings: byTitle(content.settings),
      services: content.services.map((id) => names.get(id)),
      genres: content.genres.map((id) => genres.get(id)),
    };
  }
  expect(await named(there, mover.id)).toEqual(await named(app, user.id));
});

it.each(['letterboxd', 'imdb'] as const)(
  'a CSV export for %s restores the ratings when it is imported',
  async (format) => {
    const reply = await app.as(user).get('/api/v1/user/export').query({ format }).expect(200);
    expect(reply.headers['content-type']).toContain('text/csv');
    expect(reply.headers['content-disposition']).toContain(`marquee-${format}-`);
    expect(reply.text.charCodeAt(0), 'Excel needs the byte order mark').toBe(0xfeff);
    if (format === 'letterboxd') expect(reply.text).toMatch(/,2020-12-31,true,/);
    const { other } = await importAll(format, reply.text);
    const ratingsOf = async (userId: number) =>
      (await contentOf(userId)).ratings.map(({ mediumId, rating }) => [mediumId, rating]);
    // The export writes a rating of 0 as the lowest score of the service. The import reads this score as a
    // rating of 1.
    const wanted = (await ratingsOf(user.id)).map(([mediumId, rating]) => [
      mediumId,
      Math.max(1, rating ?? 0),
    ]);
    expect(await ratingsOf(other.id)).toEqual(wanted);
    const { seen } = await contentOf(other.id);
    const days = new Map(seen.map(({ mediumId, seenOn }) => [mediumId, seenOn?.toISOString().slice(0, 10)]));
    // The file names the day of a rating as that of its view.
    const wantedDays = [
      ...[0, 1, 2, 3].map((at) => [idAt(at), `2021-01-0${at + 1}`] as const),
      [idAt(4), '2020-12-31'],
      [idAt(5), undefined],
    ] as const;
    expect(days).toEqual(new Map(format === 'letterboxd' ? wantedDays : []));
  },
);

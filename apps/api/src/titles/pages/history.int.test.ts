import type { Medium, User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createMedium, createOffer, createUser, unique } from '../../../test/factories.ts';
import { upload, zipTexts } from '../../../test/uploads.ts';

const { deps, prisma, as } = await startApp();

const [dated, timed, seen, late] = await Promise.all(
  [2001, 2002, 2003, 2004].map((releaseYear) =>
    createMedium(prisma, { title: unique('Diary '), releaseYear }),
  ),
);
if (!dated || !timed || !seen || !late) throw new Error('The titles are missing');
await deps.inMemory.refresh();

const lineOf = (date: string, { title, releaseYear }: Medium, rating = '') =>
  `${date},${title},${releaseYear},https://boxd.it/a,${rating}\n`;

/** An export of Letterboxd, whose ratings and views have a day each. */
const archive = (ratings: string, views: string) =>
  zipTexts({
    'ratings.csv': `Date,Name,Year,Letterboxd URI,Rating\n${ratings}`,
    'watched.csv': `Date,Name,Year,Letterboxd URI\n${views}`,
  });
const FILE = archive(
  lineOf('2021-03-28', dated, '4') + lineOf('2021-03-28T23:30:00Z', timed, '3'),
  lineOf('2021-10-31', seen),
);

async function importFile(user: User, file = FILE): Promise<number> {
  const { body } = await upload(as(user), 'letterboxd', file).expect(202);
  const { id } = body.import;
  await deps.services.importWork.run(user.id, id);
  await as(user).post(`/api/v1/user/imports/${id}/confirm`).send({ choices: [] }).expect(202);
  await deps.services.importWork.run(user.id, id);
  return id;
}

async function history(user: User, query = '') {
  const { body } = await as(user).get(`/api/v1/media/rating_history?view=card&${query}`).expect(200);
  return body.media;
}
const idsOf = (media: { id: number }[]) => media.map(({ id }) => id);

describe('the rating history', () => {
  it('has the day of a rating where only the day is known, beside its instant', async () => {
    const user = await createUser(prisma);
    await importFile(user);
    await as(user)
      .post(`/api/v1/media/${late.id}/user_medium_ratings`)
      .send({ user_medium_rating: { rating: 9 } })
      .expect(201);
    expect(await history(user)).toMatchObject([
      { id: late.id, rated_on: null },
      { id: timed.id, rated_on: null, rated_at: '2021-03-28T23:30:00.000Z' },
      { id: dated.id, rated_on: '2021-03-28', rated_at: '2021-03-28T00:00:00.000Z' },
    ]);
  });

  it('has with `seen` the titles that were seen without a rating, by their day, and in every call', async () => {
    const user = await createUser(prisma);
    await importFile(user);
    const all = [seen.id, timed.id, dated.id];
    const media = await history(user, 'seen=true');
    expect(idsOf(media)).toEqual(all);
    expect(media[0]).toMatchObject({ rating: null, seen: { seen_on: '2021-10-31', plays: 1 } });
    expect(media[0].rated_at).toBeUndefined();
    expect(idsOf(await history(user, 'seen=true&sort=rating'))).toEqual([dated.id, timed.id, seen.id]);
    for (const path of ['/api/v2/media?selection=rating_history', '/api/v1/media?selection=history']) {
      const { body } = await as(user).get(`${path}&seen=true`).expect(200);
      expect(idsOf(body.media)).toEqual(all);
    }
    await as(user).put(`/api/v1/media/${late.id}/seen`).send({ seen: {} }).expect(204);
    expect(idsOf(await history(user, 'seen=true'))).toEqual([...all, late.id]);
    await as(user).delete(`/api/v1/media/${seen.id}/seen`).expect(204);
    expect(idsOf(await history(user, 'seen=true'))).toEqual([timed.id, dated.id, late.id]);
  });

  it('shows what an import marked, also after its undo period, and to its member alone', async () => {
    const [user, stranger] = await Promise.all([createUser(prisma), createUser(prisma)]);
    await as(user).put(`/api/v1/media/${late.id}/seen`).send({ seen: {} }).expect(204);
    const id = await importFile(user);
    await importFile(stranger);
    const all = [seen.id, timed.id, dated.id];
    expect(idsOf(await history(user, `seen=true&import_id=${id}`))).toEqual(all);
    expect(idsOf(await history(user, `import_id=${id}`))).toEqual([timed.id, dated.id]);
    expect(await history(stranger, `seen=true&import_id=${id}`)).toEqual([]);
    await as(user).get('/api/v1/media/rating_history?import_id=0').expect(422);

    const longAgo = new Date(Date.now() - 40 * 86_400_000);
    await prisma.userImport.updateMany({ where: { userId: user.id, id }, data: { appliedAt: longAgo } });
    await deps.repos.upkeep.prune();
    await deps.repos.upkeep.prune();
    expect(idsOf(await history(user, `seen=true&import_id=${id}`))).toEqual(all);
    expect(await prisma.userImportTitle.count({ where: { userId: user.id } })).toBe(0);
    await as(user).delete(`/api/v1/media/${seen.id}/seen`).expect(204);
    expect(idsOf(await history(user, `seen=true&import_id=${id}`))).toEqual([timed.id, dated.id]);
  });

  it('comes back as it was when an import is read again or undone after a view was taken back', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user);
    await as(user).delete(`/api/v1/media/${seen.id}/seen`).expect(204);
    const again = await importFile(user);
    expect(idsOf(await history(user, 'seen=true'))).toContain(seen.id);
    for (const each of [again, id]) await as(user).post(`/api/v1/user/imports/${each}/undo`).expect(200);
    expect(await history(user, 'seen=true')).toEqual([]);
  });
});

describe('the export as a table', () => {
  it.each([
    ['America/Los_Angeles', '2021-03-28'],
    ['Europe/Berlin', '2021-03-29'],
    ['Asia/Tokyo', '2021-03-29'],
  ])('has days as they are and instants in the time zone %s', async (time_zone, day) => {
    const user = await createUser(prisma);
    await as(user).put('/api/v1/user').send({ user: { time_zone } }).expect(200);
    await importFile(user);
    const { text } = await as(user).get('/api/v1/user/export?format=letterboxd').expect(200);
    const rowOf = ({ title }: Medium) => text.split('\n').find((line) => line.includes(title));
    expect(rowOf(dated)).toContain(',2021-03-28,');
    expect(rowOf(timed)).toContain(`,${day},`);
    expect(rowOf(seen)).toContain(',2021-10-31,');
    const { body } = await as(user).get('/api/v1/user/export').expect(200);
    expect(body.user.ratings).toMatchObject([{ rated_on: '2021-03-28' }, { rated_on: null }]);
    expect(body.user.seen).toMatchObject([{ seen_on: '2021-10-31' }]);
  });
});

it.each([
  ['America/Los_Angeles', '2021-03-27', '2021-10-30'],
  ['Europe/Berlin', '2021-03-28', '2021-10-31'],
  ['Asia/Tokyo', '2021-03-28', '2021-10-31'],
])('a view that a file names with time and zone has its day in %s', async (time_zone, spring, autumn) => {
  const user = await createUser(prisma);
  await as(user).put('/api/v1/user').send({ user: { time_zone } }).expect(200);
  // Both nights have a change of the clock in Berlin.
  for (const [watched_at, day] of [
    ['2021-03-28T00:30:00.000Z', spring],
    ['2021-10-31T01:30:00.000Z', autumn],
  ] as const) {
    const movie = { title: seen.title, year: seen.releaseYear, ids: {} };
    const file = JSON.stringify([{ id: 1, watched_at, action: 'watch', type: 'movie', movie }]);
    const { body } = await upload(as(user), 'trakt', file).expect(202);
    await deps.services.importWork.run(user.id, body.import.id);
    await as(user).post(`/api/v1/user/imports/${body.import.id}/confirm`).send({ choices: [] }).expect(202);
    await deps.services.importWork.run(user.id, body.import.id);
    const [medium] = await history(user, 'seen=true');
    expect(medium?.seen).toMatchObject({ seen_on: day });
  }
});

it('a date that means "unknown" in its tool is none', async () => {
  const user = await createUser(prisma);
  const unknown = ['1970-01-01', '1970-01-01T00:00:00Z', '0000-00-00', '0001-01-01', '1/1/70', '0'];
  for (const date of unknown) {
    await importFile(user, archive('', lineOf(date, seen)));
    const [medium] = await history(user, 'seen=true');
    expect(medium?.seen).toMatchObject({ seen_on: null });
    await as(user).delete(`/api/v1/media/${seen.id}/seen`).expect(204);
  }
  const before = Date.now();
  await importFile(user, archive(lineOf('1970-01-01', dated, '4'), ''));
  const [rated] = await history(user);
  expect(rated).toMatchObject({ id: dated.id, rated_on: null });
  expect(Date.parse(rated.rated_at)).toBeGreaterThanOrEqual(before);
});

it('an offer has the day of its check where only the day is known, beside the instant', async () => {
  const user = await createUser(prisma);
  const medium = await createMedium(prisma);
  await createOffer(prisma, medium, { checkedAt: new Date('2026-03-08T00:00:00Z') });
  await createOffer(prisma, medium, { checkedAt: new Date('2026-03-08T00:00:01Z') });
  await deps.inMemory.refresh();
  const { body } = await as(user).get(`/api/v1/media/${medium.id}`).expect(200);
  const offers = body.medium.provider_medium.map(
    ({ checked_at, checked_on }: { checked_at: string; checked_on: string | null }) => [
      checked_at,
      checked_on,
    ],
  );
  expect(offers).toEqual([
    ['2026-03-08T00:00:00Z', '2026-03-08'],
    ['2026-03-08T00:00:01Z', null],
  ]);
});

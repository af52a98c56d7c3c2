import { dayIn } from '@marquee/contracts/days';
import type { Medium, User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createMedium, createUser } from '../../../test/factories.ts';

const { deps, prisma, as, visitor } = await startApp();

let movie: Medium;
let series: Medium;

beforeAll(async () => {
  [movie, series] = await Promise.all([createMedium(prisma), createMedium(prisma, { type: 'series' })]);
  await deps.inMemory.refresh();
});

const path = ({ id }: Medium) => `/api/v1/media/${id}/seen`;
const save = (user: User, medium: Medium, seen: object) => as(user).put(path(medium)).send({ seen });

async function seenOf(user: User, medium: Medium) {
  const { body } = await as(user).get(`/api/v1/media/${medium.id}`).expect(200);
  return body.medium.seen;
}

describe('seen', () => {
  it('is set, is in the full view and in cards, and is taken back, each as often as it is said', async () => {
    const user = await createUser(prisma);
    expect(await seenOf(user, movie)).toBeNull();
    await save(user, movie, { seen_on: '2020-02-29', plays: 2 }).expect(204);
    await save(user, movie, { seen_on: '2020-02-29', plays: 2 }).expect(204);
    const expected = { seen_on: '2020-02-29', plays: 2, up_to_season: null };
    expect(await seenOf(user, movie)).toEqual(expected);
    const { body } = await as(user).get('/api/v1/media/to_rate?view=card').expect(200);
    expect(body.media.find(({ id }: Medium) => id === movie.id).seen).toEqual(expected);
    await Promise.all([1, 2].map(() => as(user).delete(path(movie)).expect(204)));
    expect(await seenOf(user, movie)).toBeNull();
    expect((await visitor.get(`/api/v1/media/${movie.id}`).expect(200)).body.medium.seen).toBeNull();
  });

  it('keeps what a call does not name, and forgets what it says is unknown', async () => {
    const user = await createUser(prisma);
    await save(user, series, { seen_on: '1999-12-31', up_to_season: 3 }).expect(204);
    await save(user, series, { plays: 40 }).expect(204);
    expect(await seenOf(user, series)).toEqual({ seen_on: '1999-12-31', plays: 40, up_to_season: 3 });
    await save(user, series, { seen_on: null, plays: null }).expect(204);
    expect(await seenOf(user, series)).toEqual({ seen_on: null, plays: null, up_to_season: 3 });
    await Promise.all([1, 2, 3, 4].map((plays) => save(user, movie, { plays }).expect(204)));
    expect((await seenOf(user, movie)).plays).toBeGreaterThan(0);
  });

  it('goes without the rating of a title', async () => {
    const user = await createUser(prisma);
    await prisma.userMediumRating.create({ data: { userId: user.id, mediumId: movie.id, rating: 7 } });
    await save(user, movie, {}).expect(204);
    await as(user).delete(path(movie)).expect(204);
    const { body } = await as(user).get(`/api/v1/media/${movie.id}`).expect(200);
    expect(body.medium).toMatchObject({ rating: 7, seen: null });
  });

  it('has no day after today in the time zone of the member, and none that nobody means', async () => {
    const user = await createUser(prisma);
    const tomorrow = (zone: string | null) => dayIn(zone, new Date(Date.now() + 86_400_000));
    for (const seen_on of [tomorrow(null), '2999-01-01', '1899-12-31', '0000-01-01', '2020-02-30', '', 5])
      await save(user, movie, { seen_on }).expect(422);
    for (const part of [{ plays: 0 }, { plays: 1.5 }, { up_to_season: 0 }, { up_to_season: 1e9 }])
      await save(user, movie, part).expect(422);
    for (const zone of ['America/Los_Angeles', 'Europe/Berlin', 'Asia/Tokyo']) {
      await as(user)
        .put('/api/v1/user')
        .send({ user: { time_zone: zone } })
        .expect(200);
      await save(user, movie, { seen_on: dayIn(zone, new Date()) }).expect(204);
      await save(user, movie, { seen_on: tomorrow(zone) }).expect(422);
    }
  });

  it('belongs to members and to titles that exist', async () => {
    const [user, ended] = await Promise.all([
      createUser(prisma),
      createUser(prisma, { trialEndsAt: new Date(0) }),
    ]);
    await visitor.put(path(movie)).send({ seen: {} }).expect(401);
    await visitor.delete(path(movie)).expect(401);
    await save(ended, movie, {}).expect(402);
    await as(ended).delete(path(movie)).expect(402);
    await as(user).put('/api/v1/media/2147483647/seen').send({ seen: {} }).expect(404);
    await as(user).delete('/api/v1/media/2147483647/seen').expect(404);
    expect(await prisma.userMediumSeen.count({ where: { userId: user.id } })).toBe(0);
  });

  it('keeps a title from being recommended while it lasts', async () => {
    const user = await createUser(prisma, { unavailableTitles: true });
    const isRecommended = async () => {
      const { body } = await as(user).get('/api/v2/media?per_page=100').expect(200);
      return body.media.some(({ id }: Medium) => id === movie.id);
    };
    expect(await isRecommended()).toBe(true);
    await save(user, movie, {}).expect(204);
    expect(await isRecommended()).toBe(false);
    await as(user).delete(path(movie)).expect(204);
    expect(await isRecommended()).toBe(true);
  });
});

it('a time zone is a name of IANA or null', async () => {
  const user = await createUser(prisma);
  const put = (time_zone: unknown) => as(user).put('/api/v1/user').send({ user: { time_zone } });
  expect((await as(user).get('/api/v1/user').expect(200)).body.user.time_zone).toBeNull();
  for (const zone of ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', null])
    expect((await put(zone).expect(200)).body.user.time_zone).toBe(zone);
  for (const zone of ['+02:00', 'Mars/Base', '', ' UTC', 'x'.repeat(100), 7, '\u0000'])
    await put(zone).expect(422);
});

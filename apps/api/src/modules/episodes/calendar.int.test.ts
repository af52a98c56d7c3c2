import { dayIn } from '@marquee/contracts/days';
import type { Medium, User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import {
  createEpisodes,
  createList,
  createMedium,
  createOffer,
  createRound,
  createUser,
} from '../../../test/factories.ts';

const { deps, prisma, as } = await startApp();

const DAY_MS = 86_400_000;
const inDays = (days: number) => dayIn(null, new Date(Date.now() + days * DAY_MS));

interface Event {
  kind: string;
  medium: Medium;
  season: number;
  episode: number;
  name: string | null;
  at: string | null;
  provider: { id: number } | null;
}

const calendar = async (user: User, query: string) =>
  (await as(user).get(`/api/v1/calendar?${query}`).expect(200)).body.days as {
    day: string;
    events: Event[];
  }[];
const upNext = async (user: User, query = '') =>
  (await as(user).get(`/api/v1/up_next${query}`).expect(200)).body as {
    up_next: { medium: Medium; behind: number; progress: { state: string } }[];
    pagination: { total_count: number };
  };
const see = (user: User, medium: Medium, season: number, episode: number, seen_on?: string) =>
  as(user)
    .put(`/api/v1/media/${medium.id}/episodes`)
    .send({ episodes: [{ season, episode }], seen: true, seen_on })
    .expect(200);
const watch = (user: User, medium: Medium, state: string) =>
  as(user).put(`/api/v1/media/${medium.id}/watching`).send({ state }).expect(200);
const inZone = (user: User, time_zone: string) =>
  as(user).put('/api/v1/user').send({ user: { time_zone } }).expect(200);

let zoned: Medium;
beforeAll(async () => {
  zoned = await createMedium(prisma, { type: 'series' });
  await createEpisodes(prisma, zoned, [
    { season: 1, episode: 1, airDate: new Date('2020-01-01') },
    // 23:30 in New York, before and after the clocks are put forward on March 8.
    {
      season: 1,
      episode: 2,
      airDate: new Date('2026-03-07'),
      airAt: new Date('2026-03-08T04:30:00Z'),
      name: 'Late',
    },
    {
      season: 1,
      episode: 3,
      airDate: new Date('2026-03-08'),
      airAt: new Date('2026-03-09T03:30:00Z'),
      name: 'Later',
    },
    { season: 1, episode: 4, airDate: new Date('2026-03-10'), name: 'Plain' },
  ]);
  await deps.inMemory.refresh();
});

describe('the calendar', () => {
  it.each([
    ['America/New_York', ['2026-03-07 1x2', '2026-03-08 1x3', '2026-03-10 1x4']],
    ['Europe/Berlin', ['2026-03-08 1x2', '2026-03-09 1x3', '2026-03-10 1x4']],
    ['America/Los_Angeles', ['2026-03-07 1x2', '2026-03-08 1x3', '2026-03-10 1x4']],
    ['Asia/Tokyo', ['2026-03-08 1x2', '2026-03-09 1x3', '2026-03-10 1x4']],
  ])('has an episode on the day of its instant in %s, and a plain day everywhere', async (zone, expected) => {
    const user = await createUser(prisma);
    await inZone(user, zone);
    await see(user, zoned, 1, 1);
    const days = await calendar(user, 'from=2026-03-01&to=2026-03-31');
    expect(days.flatMap(({ day, events }) => events.map((e) => `${day} ${e.season}x${e.episode}`))).toEqual(
      expected,
    );
    expect(days.map(({ events }) => events.map(({ kind, name, at }) => ({ kind, name, at })))).toEqual([
      [{ kind: 'episode', name: 'Late', at: '2026-03-08T04:30:00.000Z' }],
      [{ kind: 'episode', name: null, at: '2026-03-09T03:30:00.000Z' }],
      [{ kind: 'episode', name: null, at: null }],
    ]);
    const [day] = expected;
    const only = await calendar(user, `from=${day?.slice(0, 10)}&to=${day?.slice(0, 10)}`);
    expect(only).toHaveLength(1);
  });

  it('is empty without a begun series, and does without a dropped one', async () => {
    const user = await createUser(prisma);
    const days = () => calendar(user, 'from=2026-03-01&to=2026-03-31');
    expect(await days()).toEqual([]);
    await see(user, zoned, 1, 1);
    await watch(user, zoned, 'on_hold');
    expect(await days()).toHaveLength(3);
    await watch(user, zoned, 'dropped');
    expect(await days()).toEqual([]);
  });

  it('has saved titles that leave or came to a service of the member, and decided evenings', async () => {
    const [leaving, came, winner] = await Promise.all([
      createMedium(prisma),
      createMedium(prisma),
      createMedium(prisma),
    ]);
    const offer = await createOffer(prisma, leaving, {
      leavingOn: new Date(inDays(5)),
      firstSeenAt: new Date(inDays(-200)),
    });
    await prisma.providerMedium.create({
      data: {
        mediumId: winner.id,
        providerId: offer.providerId,
        url: 'https://example.com',
        source: 'test',
        firstSeenAt: new Date(inDays(-200)),
      },
    });
    await prisma.providerMedium.create({
      data: {
        mediumId: came.id,
        providerId: offer.providerId,
        url: 'https://example.com',
        source: 'test',
        firstSeenAt: new Date(inDays(-2)),
      },
    });
    await deps.inMemory.refresh();
    const user = await createUser(prisma);
    await as(user)
      .post('/api/v1/user_medium_providers/update_all')
      .send({ medium_providers_ids: [offer.providerId] })
      .expect(200);
    for (const { id } of [leaving, came])
      await as(user)
        .post('/api/v1/user_lists/0/user_list_media')
        .send({ user_list_medium: { medium_id: id }, to_watch_later: true })
        .expect(201);
    const round = await createRound(prisma, user, [winner]);
    await prisma.round.update({
      where: { id: round.id },
      data: { state: 'decided', winnerId: winner.id, decidedAt: new Date() },
    });
    const days = await calendar(user, `from=${inDays(-10)}&to=${inDays(10)}`);
    const told = days.flatMap(({ day, events }) =>
      events.map(({ kind, medium, provider }) => [day, kind, medium.id, provider?.id ?? null]),
    );
    expect(told).toEqual([
      [inDays(-2), 'arrives', came.id, offer.providerId],
      [inDays(0), 'round', winner.id, null],
      [inDays(5), 'leaves', leaving.id, offer.providerId],
    ]);
  });

  it('has one entry where a service has two offers of a title, or two rounds chose it on one day', async () => {
    const [medium, winner] = [await createMedium(prisma), await createMedium(prisma)];
    const leavingOn = new Date(inDays(4));
    const firstSeenAt = new Date(inDays(-200));
    const { providerId } = await createOffer(prisma, medium, { leavingOn, firstSeenAt });
    const offer = { mediumId: medium.id, providerId, url: 'https://example.com', source: 'test' };
    await prisma.providerMedium.create({ data: { ...offer, kind: 'free', leavingOn, firstSeenAt } });
    await deps.inMemory.refresh();
    const user = await createUser(prisma);
    await prisma.userMediumProvider.create({ data: { userId: user.id, providerId } });
    await createList(prisma, user, { media: [medium] });
    for (const round of [await createRound(prisma, user, []), await createRound(prisma, user, [])])
      await prisma.round.update({
        where: { id: round.id },
        data: { state: 'decided', winnerId: winner.id, decidedAt: new Date() },
      });
    const days = await calendar(user, `from=${inDays(-1)}&to=${inDays(10)}`);
    const kinds = days.flatMap(({ events }) => events.map(({ kind, medium: { id } }) => [kind, id]));
    expect(kinds).toEqual([
      ['round', winner.id],
      ['leaves', medium.id],
    ]);
  });

  it('has at most 92 days, from today on unless a day is named', async () => {
    const user = await createUser(prisma);
    const status = async (query: string) => (await as(user).get(`/api/v1/calendar?${query}`)).status;
    expect(await status('from=2026-01-01&to=2026-04-02')).toBe(200);
    expect(await status('from=2026-01-01&to=2026-04-03')).toBe(422);
    expect(await status('from=2026-01-02&to=2026-01-01')).toBe(422);
    expect(await status('from=2026-02-30')).toBe(422);
    expect(await status('from=tomorrow')).toBe(422);
    expect(await status(`to=${inDays(-2)}`)).toBe(422);
    expect(await status('from=2026-01-01')).toBe(200);
    expect(await status('')).toBe(200);
  });
});

describe('Up next', () => {
  it('has what can be watched, last watched first, then what has a day, and says how much is behind', async () => {
    const [first, second, soon, later, never, done] = await Promise.all(
      Array.from({ length: 6 }, () => createMedium(prisma, { type: 'series' })),
    );
    if (!(first && second && soon && later && never && done)) throw new Error('unreachable');
    const aired = new Date('2020-01-01');
    const seasonOf = (medium: Medium, next: Date | undefined, more = 0) =>
      createEpisodes(prisma, medium, [
        { season: 1, episode: 1, airDate: aired },
        { season: 1, episode: 2, ...(next && { airDate: next }) },
        ...Array.from({ length: more }, (_, n) => ({ season: 1, episode: 3 + n, airDate: aired })),
      ]);
    await seasonOf(first, aired, 2);
    await seasonOf(second, aired);
    await seasonOf(soon, new Date(inDays(3)));
    await seasonOf(later, new Date(inDays(9)));
    await seasonOf(never, undefined);
    await createEpisodes(prisma, done, [{ season: 1, episode: 1, airDate: aired }]);
    await deps.inMemory.refresh();
    const user = await createUser(prisma);
    for (const medium of [later, soon, never, done]) await see(user, medium, 1, 1);
    await see(user, second, 1, 1, '2024-01-02');
    await see(user, first, 1, 1, '2024-01-01');
    const told = async (query = '') =>
      (await upNext(user, query)).up_next.map(({ medium, behind }) => [medium.id, behind]);
    const all = [
      [second.id, 1],
      [first.id, 3],
      [soon.id, 0],
      [later.id, 0],
    ];
    expect(await told()).toEqual(all);
    expect(await told('?per_page=2&page=2')).toEqual(all.slice(2));
    expect((await upNext(user, '?per_page=1')).pagination.total_count).toBe(4);
    await see(user, first, 1, 2);
    expect((await told())[0]).toEqual([first.id, 2]);
    await watch(user, second, 'on_hold');
    await watch(user, soon, 'dropped');
    expect((await told()).map(([id]) => id)).toEqual([first.id, later.id]);
    expect(await told('?state=on_hold')).toEqual([[second.id, 1]]);
    expect(await told('?state=dropped')).toEqual([[soon.id, 0]]);
    await as(user).get('/api/v1/up_next?state=finished').expect(422);
  });
});

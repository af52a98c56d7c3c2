import { CAPS, EPISODES_PER_CALL } from '@marquee/contracts';
import { dayIn } from '@marquee/contracts/days';
import type { Medium, User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createEpisodes, createMedium, createUser } from '../../../test/factories.ts';
import { followAll } from '../../../test/follow-series.ts';

const { deps, prisma, as, visitor } = await startApp();

const DAY_MS = 86_400_000;
/** The day so many days from now, in UTC. */
const inDays = (days: number) => dayIn(null, new Date(Date.now() + days * DAY_MS));

let series: Medium;
let running: Medium;
let unknown: Medium;
let movie: Medium;

beforeAll(async () => {
  [series, running, unknown, movie] = await Promise.all([
    createMedium(prisma, { type: 'series' }),
    createMedium(prisma, { type: 'series' }),
    createMedium(prisma, { type: 'series' }),
    createMedium(prisma),
  ]);
  await createEpisodes(prisma, series, [
    { season: 0, episode: 1, name: 'Making of' },
    { season: 1, episode: 1, name: 'One', airDate: new Date('2020-01-01') },
    { season: 1, episode: 2, name: 'Two', airDate: new Date('2020-01-08') },
    { season: 2, episode: 1, name: 'Three', airDate: new Date('2021-01-01') },
    { season: 2, episode: 2, name: 'Four', airDate: new Date('2021-01-08') },
  ]);
  await prisma.seriesFacts.create({
    data: {
      mediumId: series.id,
      source: 'test',
      status: 'ended',
      network: 'ARD',
      asOf: new Date('2026-08-01'),
      contentHash: '',
    },
  });
  await createEpisodes(prisma, running, [
    { season: 1, episode: 1, airDate: new Date('2020-01-01') },
    { season: 1, episode: 2, airDate: new Date(inDays(3)) },
    { season: 1, episode: 3 },
  ]);
  await deps.inMemory.refresh();
});

const at = ({ id }: Medium) => `/api/v1/media/${id}/episodes`;
const list = async (user: User, medium: Medium) => (await as(user).get(at(medium)).expect(200)).body;
const put = (user: User, medium: Medium, body: object) => as(user).put(at(medium)).send(body);
const ep = (season: number, episode: number) => ({ season, episode });
const see = async (user: User, medium: Medium, ...episodes: ReturnType<typeof ep>[]) =>
  (await put(user, medium, { episodes, seen: true }).expect(200)).body;
const watch = (user: User, medium: Medium, state: string) =>
  as(user).put(`/api/v1/media/${medium.id}/watching`).send({ state });
const card = async (user: User, medium: Medium) =>
  (await as(user).get(`/api/v1/media/${medium.id}`).expect(200)).body.medium;
const seenOf = async (user: User, medium: Medium) =>
  (
    await prisma.userEpisode.findMany({
      where: { userId: user.id, mediumId: medium.id },
      orderBy: [{ season: 'asc' }, { episode: 'asc' }],
    })
  ).map(({ season, episode }) => `${season}x${episode}`);

describe('the episodes of a series', () => {
  it('are listed by season with what is known of them, and hide names after the next one', async () => {
    const user = await createUser(prisma);
    const body = await list(user, series);
    expect(body).toMatchObject({
      status: 'ended',
      network: 'ARD',
      as_of: '2026-08-01',
      source: 'test',
      progress: {
        state: 'none',
        seen: 0,
        aired: 4,
        total: 4,
        next: { season: 1, episode: 1, name: 'One', air_date: '2020-01-01' },
        last_seen_on: null,
      },
    });
    expect(body.seasons).toMatchObject([
      { season: 0, episode_count: 1, seen_count: 0, episodes: [{ name: 'Making of' }] },
      {
        season: 1,
        episode_count: 2,
        aired_count: 2,
        episodes: [
          {
            episode: 1,
            name: 'One',
            air_date: '2020-01-01',
            air_at: null,
            seen: false,
            seen_on: null,
            plays: 0,
          },
          { episode: 2, name: null },
        ],
      },
      { season: 2, episodes: [{ name: null }, { name: null }] },
    ]);
    await see(user, series, ep(1, 1), ep(2, 2));
    const names = async () =>
      (await list(user, series)).seasons.flatMap((season: { episodes: { name: string | null }[] }) =>
        season.episodes.map(({ name }) => name),
      );
    expect(await names()).toEqual(['Making of', 'One', 'Two', null, 'Four']);
    await as(user)
      .put('/api/v1/user')
      .send({ user: { hide_spoilers: false } })
      .expect(200);
    expect(await names()).toEqual(['Making of', 'One', 'Two', 'Three', 'Four']);
  });

  it('of TVmaze name its page, its text where the catalogue has none, and the day of its last run', async () => {
    const user = await createUser(prisma);
    const overview = 'A village keeps a secret.';
    const [own, other] = await Promise.all([
      createMedium(prisma, { type: 'series', overview }),
      createMedium(prisma, { type: 'series' }),
    ]);
    for (const [at, { id: mediumId }] of [own, other].entries()) {
      const facts = { source: 'tvmaze', asOf: new Date('2026-08-01'), contentHash: '' };
      await prisma.seriesFacts.create({ data: { mediumId, ...facts } });
      await prisma.tvmazeShow.create({
        data: { id: 900 + at, mediumId, evidence: 2, updated: 1, summary: 'Theirs.' },
      });
    }
    await prisma.sourceSync.create({
      data: { source: 'tvmaze', country: '', finishedAt: new Date('2026-11-28T10:00:00Z') },
    });
    await deps.inMemory.refresh();
    const known = { source: 'tvmaze', as_of: '2026-11-28' };
    expect(await list(user, own)).toMatchObject({
      ...known,
      source_url: 'https://www.tvmaze.com/shows/900',
      summary: null,
    });
    expect(await list(user, other)).toMatchObject({
      ...known,
      source_url: 'https://www.tvmaze.com/shows/901',
      summary: 'Theirs.',
    });
    const { body } = await as(user).get(`/api/v1/media/${other.id}`).expect(200);
    expect(body.medium.overview).toBeNull();
  });

  it('are none for a movie and for a series without a known season', async () => {
    const user = await createUser(prisma);
    expect(await list(user, movie)).toEqual({
      seasons: [],
      progress: null,
      status: null,
      network: null,
      as_of: null,
      source: null,
      source_url: null,
      summary: null,
    });
    expect(await list(user, unknown)).toMatchObject({
      seasons: [],
      progress: { state: 'none', seen: 0, aired: 0, total: 0, next: null },
    });
    await as(user).get('/api/v1/media/2147483647/episodes').expect(404);
    await put(user, movie, { episodes: [ep(1, 1)], seen: true }).expect(422);
    await put(user, { ...movie, id: 2147483647 }, { episodes: [ep(1, 1)], seen: true }).expect(404);
    await watch(user, movie, 'watching').expect(422);
  });

  it('belong to members', async () => {
    const ended = await createUser(prisma, { trialEndsAt: new Date(0) });
    for (const path of [at(series), '/api/v1/up_next', '/api/v1/calendar']) {
      await visitor.get(path).expect(401);
      await as(ended).get(path).expect(402);
    }
    expect((await visitor.get(`/api/v1/media/${series.id}`).expect(200)).body.medium.progress).toBeNull();
  });
});

describe('marking episodes', () => {
  it('moves progress in the title, in cards and in its own reply alike', async () => {
    const user = await createUser(prisma);
    const { progress } = await see(user, series, ep(1, 1));
    const today = dayIn(null, new Date());
    expect(progress).toEqual({
      state: 'watching',
      seen: 1,
      aired: 4,
      total: 4,
      next: { season: 1, episode: 2, name: 'Two', air_date: '2020-01-08' },
      last_seen_on: today,
    });
    expect((await card(user, series)).progress).toEqual(progress);
    expect((await list(user, series)).progress).toEqual(progress);
    expect((await card(user, movie)).progress).toBeNull();
    const { body } = await as(user).get('/api/v1/media/to_rate?view=card&per_page=100').expect(200);
    const shown = body.media.find(({ id }: Medium) => id === running.id);
    expect(shown.progress).toMatchObject({
      state: 'none',
      aired: 1,
      total: 3,
      next: { season: 1, episode: 1 },
    });
  });

  it('ends up to date in a running series and finished in one that has ended', async () => {
    const user = await createUser(prisma);
    const late = await see(user, running, ep(1, 1));
    expect(late.progress).toMatchObject({
      state: 'up_to_date',
      aired: 1,
      total: 3,
      next: { season: 1, episode: 2, name: null, air_date: inDays(3) },
    });
    const { body } = await put(user, series, { up_to: ep(2, 2), seen: true }).expect(200);
    expect(body.progress).toMatchObject({ state: 'finished', seen: 4, next: null });
    expect((await card(user, series)).progress).toEqual(body.progress);
  });

  it('gives the same progress doubled, late and out of order', async () => {
    const orders = [
      [ep(1, 1), ep(1, 2), ep(2, 1)],
      [ep(2, 1), ep(1, 1), ep(1, 2), ep(1, 1), ep(2, 1)],
    ];
    const days: Record<string, string> = { '1x1': '2024-01-01', '1x2': '2024-02-01', '2x1': '2024-01-15' };
    const ends = [];
    for (const order of orders) {
      const user = await createUser(prisma);
      for (const { season, episode } of order)
        await put(user, series, {
          episodes: [ep(season, episode)],
          seen: true,
          seen_on: days[`${season}x${episode}`],
        }).expect(200);
      await put(user, series, { episodes: [ep(1, 2)], seen: true, seen_on: '2023-01-01' }).expect(200);
      ends.push((await list(user, series)).seasons);
    }
    expect(ends[1]).toEqual(ends[0]);
    const user = await createUser(prisma);
    await Promise.all(orders.flat().map((episode) => see(user, series, episode)));
    expect((await list(user, series)).progress).toMatchObject({ seen: 3, next: { season: 2, episode: 2 } });
  });

  it('counts a further view once an episode and day', async () => {
    const user = await createUser(prisma);
    const again = (seen_on: string | undefined, episode = ep(1, 1)) =>
      put(user, series, { episodes: [episode], seen: true, again: true, seen_on }).expect(200);
    await put(user, series, { episodes: [ep(1, 1)], seen: true, seen_on: '2024-01-01' }).expect(200);
    for (const day of ['2024-01-01', '2024-03-01', '2024-02-01', '2024-03-01', undefined, undefined])
      await again(day);
    const [, first] = (await list(user, series)).seasons;
    expect(first.episodes[0]).toMatchObject({ plays: 4, seen_on: dayIn(null, new Date()) });
    await again('2024-01-01', ep(1, 2));
    expect((await list(user, series)).seasons[1].episodes[1]).toMatchObject({
      plays: 1,
      seen_on: '2024-01-01',
    });
  });

  it('has the newest day as the last one, in whatever order views and days are told', async () => {
    const view = (again: boolean, seen_on: string) => ({ again, seen_on });
    const [first, second, third] = [
      view(false, '2024-01-01'),
      view(true, '2024-02-01'),
      view(false, '2024-03-01'),
    ];
    const ends = [];
    for (const order of [
      [first, second, third],
      [first, third, second],
      [second, first, third],
      [third, second, first],
      [third, first, second, second, first],
    ]) {
      const user = await createUser(prisma);
      for (const body of order)
        await put(user, series, { episodes: [ep(1, 1)], seen: true, ...body }).expect(200);
      const { seenOn, days } = await prisma.userEpisode.findFirstOrThrow({ where: { userId: user.id } });
      expect(days).toEqual(days.toSorted((a, b) => Number(a) - Number(b)));
      expect(seenOn).toEqual(days.at(-1));
      ends.push((await list(user, series)).progress);
    }
    expect(new Set(ends.map((end) => JSON.stringify(end))).size).toBe(1);
    expect(ends[0]).toMatchObject({ seen: 1, last_seen_on: '2024-03-01' });
  });

  it('keeps what the catalogue does not know as told, outside of all counts but that of seen ones', async () => {
    const user = await createUser(prisma);
    const { progress } = await see(user, series, ep(7, 3), ep(0, 1), ep(0, 9));
    expect(progress).toMatchObject({ state: 'watching', seen: 1, aired: 4, total: 4, next: ep(1, 1) });
    const { seasons } = await list(user, series);
    expect(seasons.at(-1)).toMatchObject({
      season: 7,
      episode_count: 0,
      aired_count: 0,
      seen_count: 1,
      episodes: [{ episode: 3, seen: true, name: null }],
    });
    const only = await see(user, unknown, ep(1, 4));
    expect(only.progress).toMatchObject({ state: 'watching', seen: 1, aired: 0, total: 0, next: null });
  });

  it('"up to" means aired episodes and no specials, and takes back what was told too', async () => {
    const user = await createUser(prisma);
    await put(user, series, { up_to: ep(2, 1), seen: true }).expect(200);
    expect(await seenOf(user, series)).toEqual(['1x1', '1x2', '2x1']);
    await see(user, series, ep(1, 40));
    await put(user, series, { up_to: ep(2, 1), seen: false }).expect(200);
    expect(await seenOf(user, series)).toEqual([]);
    for (const toCome of [ep(1, 2), ep(1, 4), ep(9_999, 9_999)])
      await put(user, running, { up_to: toCome, seen: true }).expect(422);
    expect(await seenOf(user, running)).toEqual([]);
    await see(user, running, ep(1, 2));
    expect(await seenOf(user, running)).toEqual(['1x2']);
  });

  it('is refused with impossible numbers, days and combinations, and then changes nothing', async () => {
    const user = await createUser(prisma);
    const one = { episodes: [ep(1, 1)] };
    for (const body of [
      {},
      { seen: true },
      one,
      { ...one, up_to: ep(1, 1), seen: true },
      { ...one, undo: 'x', seen: true },
      { episodes: [], seen: true },
      { episodes: [ep(-1, 1)], seen: true },
      { episodes: [ep(10_000, 1)], seen: true },
      { episodes: [ep(1, 0)], seen: true },
      { episodes: [ep(1, 10_000)], seen: true },
      { episodes: [ep(1, 1.5)], seen: true },
      { episodes: [{ season: '1', episode: 1 }], seen: true },
      { episodes: Array.from({ length: EPISODES_PER_CALL + 1 }, (_, n) => ep(1, n + 1)), seen: true },
      { ...one, seen: 'yes' },
      { ...one, seen: true, seen_on: inDays(2) },
      { ...one, seen: true, seen_on: '1899-12-31' },
      { ...one, seen: true, seen_on: '2020-02-30' },
      { ...one, seen: true, again: true, seen_on: null },
      { ...one, seen: false, again: true },
      { up_to: ep(1, 1), seen: true, again: true },
      { undo: 'unknown' },
    ])
      expect([(await put(user, series, body)).status, body]).toEqual([422, body]);
    for (const state of ['none', 'finished', '', null]) await watch(user, series, String(state)).expect(422);
    expect(await seenOf(user, series)).toEqual([]);
  });

  it('takes 2,000 numbers in one call, and no more than an account may have', async () => {
    const user = await createUser(prisma);
    const many = (from: number, count: number) => ({
      episodes: Array.from({ length: count }, (_, n) => ep(1, from + n)),
      seen: true,
    });
    await put(user, unknown, many(1, EPISODES_PER_CALL)).expect(200);
    await put(user, unknown, many(2_001, EPISODES_PER_CALL)).expect(200);
    const { body } = await put(user, unknown, many(4_001, 1_001)).expect(422);
    expect(body).toMatchObject({ error: 'limit_reached' });
    expect(body.message).toContain(CAPS.unknownEpisodes.toLocaleString('en'));
    await put(user, unknown, many(4_001, 1_000)).expect(200);
  });

  it('has days in the time zone of the member', async () => {
    const user = await createUser(prisma);
    for (const zone of ['Pacific/Kiritimati', 'America/New_York', 'Pacific/Pago_Pago']) {
      await as(user)
        .put('/api/v1/user')
        .send({ user: { time_zone: zone } })
        .expect(200);
      const today = dayIn(zone, new Date());
      const tomorrow = dayIn(zone, new Date(Date.now() + DAY_MS));
      const episodes = [ep(1, 1)];
      await put(user, series, { episodes, seen: false }).expect(200);
      await put(user, series, { episodes, seen: true, seen_on: tomorrow }).expect(422);
      expect((await see(user, series, ep(1, 1))).progress.last_seen_on).toBe(today);
    }
  });
});

describe('a series that its source has renumbered, before the job has come to the member', () => {
  /** The third episode of the first season has become the first of the second one. */
  const renumbered = async (user: User) => {
    const medium = await createMedium(prisma, { type: 'series' });
    const days = { airDate: new Date('2020-01-01') };
    await createEpisodes(prisma, medium, [
      ...[1, 2].map((episode) => ({ season: 1, episode, ...days })),
      ...[1, 2, 3].map((episode) => ({ season: 2, episode, ...days })),
    ]);
    await prisma.userEpisode.createMany({
      data: [ep(1, 3), ep(2, 1)].map((place) => ({ userId: user.id, mediumId: medium.id, ...place })),
    });
    await prisma.seriesChange.create({
      data: {
        mediumId: medium.id,
        moves: [
          { ...ep(1, 3), to_season: 2, to_episode: 1 },
          { ...ep(2, 1), to_season: 2, to_episode: 2 },
          { ...ep(2, 2), to_season: 2, to_episode: 3 },
        ],
        members: { create: { userId: user.id } },
      },
    });
    return medium;
  };

  it('takes the new numbers, and moves the marks before them', async () => {
    const user = await createUser(prisma);
    const marked = await renumbered(user);
    expect(await see(user, marked, ep(2, 1))).toMatchObject({ progress: { seen: 2 } });
    expect(await seenOf(user, marked)).toEqual(['2x1', '2x2']);
    const unmarked = await renumbered(user);
    await put(user, unmarked, { up_to: ep(2, 1), seen: false }).expect(200);
    expect(await seenOf(user, unmarked)).toEqual(['2x2']);
    const told = await renumbered(user);
    await as(user)
      .put(`/api/v1/media/${told.id}/seen`)
      .send({ seen: { up_to_season: 1 } })
      .expect(204);
    expect(await seenOf(user, told)).toEqual(['1x1', '1x2', '2x1', '2x2']);
    for (const medium of [marked, unmarked, told]) {
      const before = await seenOf(user, medium);
      await followAll(prisma);
      expect(await seenOf(user, medium)).toEqual(before);
    }
  });
});

describe('undo', () => {
  it('restores once what a call changed, and nothing that came after it', async () => {
    const user = await createUser(prisma);
    await put(user, series, { episodes: [ep(1, 1)], seen: true, seen_on: '2024-01-01' }).expect(200);
    const before = await list(user, series);
    const { undo } = (await put(user, series, { up_to: ep(2, 1), seen: true }).expect(200)).body;
    await put(user, series, { episodes: [ep(2, 1)], seen: false }).expect(200);
    await see(user, series, ep(2, 2));
    const undone = (await put(user, series, { undo }).expect(200)).body;
    expect(await seenOf(user, series)).toEqual(['1x1', '2x2']);
    await put(user, series, { undo }).expect(422);
    await put(user, series, { episodes: [ep(2, 2)], seen: false }).expect(200);
    expect(await list(user, series)).toEqual(before);
    await put(user, series, { undo: undone.undo }).expect(200);
    expect(await seenOf(user, series)).toEqual(['1x1', '1x2']);
  });

  it('restores views, days, the state of the series, its mark and its place in Watch Later', async () => {
    const user = await createUser(prisma);
    const later = await prisma.userList.findFirstOrThrow({
      where: { ownerId: user.id, listType: 'watch_later' },
    });
    await prisma.userListMedium.create({ data: { listId: later.id, mediumId: series.id, position: 77 } });
    await put(user, series, { episodes: [ep(1, 1)], seen: true, seen_on: '2024-01-01' }).expect(200);
    await watch(user, series, 'on_hold').expect(200);
    const snapshot = async () => ({
      episodes: await list(user, series),
      seen: (await card(user, series)).seen,
      later: await prisma.userListMedium.findMany({
        where: { listId: later.id },
        select: { mediumId: true, position: true, createdAt: true },
      }),
    });
    const before = await snapshot();
    for (const body of [
      { episodes: [ep(1, 1)], seen: true, again: true },
      { up_to: ep(2, 2), seen: true },
      { episodes: [ep(1, 1)], seen: false },
    ]) {
      const { undo } = (await put(user, series, body).expect(200)).body;
      expect(await snapshot()).not.toEqual(before);
      await put(user, series, { undo }).expect(200);
      expect(await snapshot()).toEqual(before);
    }
  });

  it('restores the mark that the member told, with its day and its views', async () => {
    const user = await createUser(prisma);
    await as(user)
      .put(`/api/v1/media/${series.id}/seen`)
      .send({ seen: { up_to_season: 2, seen_on: '2019-05-05', plays: 3 } })
      .expect(204);
    const mark = () => prisma.userMediumSeen.findMany({ where: { userId: user.id } });
    const before = await mark();
    for (const episodes of [[ep(2, 2)], [ep(1, 1), ep(1, 2), ep(2, 1), ep(2, 2)]]) {
      const { undo } = (await put(user, series, { episodes, seen: false }).expect(200)).body;
      expect(await mark()).not.toEqual(before);
      await put(user, series, { undo }).expect(200);
      expect(await mark()).toEqual(before);
    }
  });

  it('takes little room for thousands of episodes, even if no two of them are alike', async () => {
    const [soap, user] = [await createMedium(prisma, { type: 'series' }), await createUser(prisma)];
    await createEpisodes(
      prisma,
      soap,
      Array.from({ length: 9_999 }, (_, n) => ({
        season: 1,
        episode: n + 1,
        airDate: new Date('1960-01-01'),
      })),
    );
    await prisma.$executeRaw`
      INSERT INTO user_episodes (user_id, medium_id, season, episode, seen_on, days, marked_at)
      SELECT user_id, medium_id, season, episode, day, ARRAY[day], now() - random() * interval '9 years'
        FROM (SELECT ${user.id}::int AS user_id, medium_id, season, episode, DATE '1970-01-01' + episode AS day
                FROM episodes WHERE medium_id = ${soap.id}) AS one`;
    const rows = () =>
      prisma.userEpisode.findMany({ where: { userId: user.id }, orderBy: { episode: 'asc' } });
    const before = await rows();
    for (let turn = 0; turn < 5; turn++) {
      const { undo } = (await put(user, soap, { up_to: ep(1, 9_999), seen: false }).expect(200)).body;
      const again = (await put(user, soap, { undo }).expect(200)).body;
      expect(again.progress).toMatchObject({ seen: 9_999 });
    }
    expect(await rows()).toEqual(before);
    const [stored] = await prisma.$queryRaw<{ bytes: number }[]>`
      SELECT sum(pg_column_size(changes))::int AS bytes FROM user_episode_undos WHERE user_id = ${user.id}`;
    expect(stored?.bytes).toBeLessThanOrEqual(1_000_000);
  });

  it('is that of the change when a call is repeated, and two at once undo once', async () => {
    const user = await createUser(prisma);
    const body = { episodes: [ep(1, 1), ep(1, 2)], seen: true };
    const [first, second] = await Promise.all([put(user, series, body), put(user, series, body)]);
    expect(first.body).toEqual(second.body);
    const both = await Promise.all([1, 2].map(() => put(user, series, { undo: first.body.undo })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await seenOf(user, series)).toEqual([]);
  });

  it('is refused after ten minutes, to another member and at another series', async () => {
    const [user, other] = await Promise.all([createUser(prisma), createUser(prisma)]);
    const { undo } = await see(user, series, ep(1, 1));
    await put(other, series, { undo }).expect(422);
    await put(user, running, { undo }).expect(422);
    await prisma.userEpisodeUndo.updateMany({
      where: { userId: user.id },
      data: { createdAt: new Date(Date.now() - 10 * 60_000 - 1_000) },
    });
    await put(user, series, { undo }).expect(422);
    expect(await seenOf(user, series)).toEqual(['1x1']);
  });

  it('is kept for the newest changes only', async () => {
    const user = await createUser(prisma);
    for (let turn = 0; turn < 60; turn++)
      await put(user, series, { episodes: [ep(1, 1)], seen: turn % 2 === 0 }).expect(200);
    expect(await prisma.userEpisodeUndo.count({ where: { userId: user.id } })).toBeLessThanOrEqual(50);
  });
});

describe('the state of a series', () => {
  it('is what the member says, while an episode is seen', async () => {
    const user = await createUser(prisma);
    expect((await watch(user, series, 'dropped').expect(200)).body.progress.state).toBe('none');
    expect((await see(user, series, ep(1, 1))).progress.state).toBe('watching');
    for (const state of ['on_hold', 'dropped', 'dropped', 'watching'])
      expect((await watch(user, series, state).expect(200)).body.progress.state).toBe(state);
    await watch(user, series, 'dropped').expect(200);
    await put(user, series, { episodes: [ep(1, 1)], seen: false }).expect(200);
    expect((await see(user, series, ep(1, 2))).progress.state).toBe('watching');
  });

  it('sets `seen` with the first whole season, which only episodes take back', async () => {
    const user = await createUser(prisma);
    await see(user, series, ep(1, 1));
    expect((await card(user, series)).seen).toBeNull();
    await as(user).delete(`/api/v1/media/${series.id}/seen`).expect(422);
    await see(user, series, ep(1, 2));
    expect((await card(user, series)).seen).toMatchObject({ up_to_season: 1 });
    expect((await as(user).delete(`/api/v1/media/${series.id}/seen`)).body.error).toBe('not_permitted');
    await put(user, series, { episodes: [ep(1, 2)], seen: false }).expect(200);
    expect((await card(user, series)).seen).toBeNull();
  });

  it('follows PUT seen with a season, which marks its aired episodes', async () => {
    const user = await createUser(prisma);
    const put = (seen: object) => as(user).put(`/api/v1/media/${series.id}/seen`).send({ seen }).expect(204);
    for (let turn = 0; turn < 2; turn++) {
      await put({ up_to_season: 2, seen_on: '2024-05-05' });
      expect(await seenOf(user, series)).toEqual(['1x1', '1x2', '2x1', '2x2']);
      expect(await card(user, series)).toMatchObject({
        seen: { up_to_season: 2, seen_on: '2024-05-05' },
        progress: { state: 'finished', last_seen_on: '2024-05-05' },
      });
    }
    await as(user)
      .put(`/api/v1/media/${running.id}/seen`)
      .send({ seen: { up_to_season: 1 } })
      .expect(204);
    expect(await card(user, running)).toMatchObject({
      seen: null,
      progress: { state: 'up_to_date', seen: 1, last_seen_on: null },
    });
  });

  it('takes a season that the member told back with its episodes', async () => {
    const user = await createUser(prisma);
    const tell = (up_to_season: number) =>
      as(user).put(`/api/v1/media/${series.id}/seen`).send({ seen: { up_to_season } }).expect(204);
    const unsee = (...episodes: ReturnType<typeof ep>[]) =>
      put(user, series, { episodes, seen: false }).expect(200);
    await tell(2);
    await unsee(ep(2, 2));
    expect((await card(user, series)).seen).toMatchObject({ up_to_season: 1 });
    await unsee(ep(1, 2));
    expect((await card(user, series)).seen).toBeNull();
    await tell(2);
    await unsee(ep(1, 1), ep(1, 2), ep(2, 1), ep(2, 2));
    expect((await card(user, series)).seen).toBeNull();
  });

  it('leaves the word of the member that the whole series is seen alone', async () => {
    const user = await createUser(prisma);
    await as(user)
      .put(`/api/v1/media/${series.id}/seen`)
      .send({ seen: { seen_on: '2019-05-05' } })
      .expect(204);
    const whole = { seen_on: '2019-05-05', up_to_season: null };
    await see(user, series, ep(1, 1));
    await see(user, series, ep(1, 2));
    expect((await card(user, series)).seen).toMatchObject(whole);
    await put(user, series, { episodes: [ep(1, 2)], seen: false }).expect(200);
    expect((await card(user, series)).seen).toMatchObject(whole);
  });
});

it('is exported with days and views, and without names hidden', async () => {
  const user = await createUser(prisma);
  await put(user, series, { episodes: [ep(1, 1)], seen: true, seen_on: '2024-01-01' }).expect(200);
  await put(user, series, { episodes: [ep(1, 1)], seen: true, again: true, seen_on: '2024-02-01' }).expect(
    200,
  );
  await watch(user, series, 'on_hold').expect(200);
  const { body } = await as(user).get('/api/v1/user/export').expect(200);
  expect(body.user.series).toMatchObject([{ state: 'on_hold', medium: { id: series.id } }]);
  expect(body.user.episodes).toMatchObject([
    {
      medium_id: series.id,
      season: 1,
      episode: 1,
      seen_on: '2024-02-01',
      plays: 2,
      days: ['2024-01-01', '2024-02-01'],
    },
  ]);
});

it('is in the history by day, with the number of episodes, before its first season is seen as a whole', async () => {
  const user = await createUser(prisma);
  const on = (episodes: object[], seen_on: string) =>
    put(user, series, { episodes, seen: true, seen_on }).expect(200);
  await on([ep(1, 1)], '2024-01-01');
  await on([ep(2, 1), ep(2, 2)], '2024-01-03');
  const history = async (query: string) =>
    (await as(user).get(`/api/v1/media/rating_history?view=card&${query}`).expect(200)).body.media;
  expect(await history('seen=true')).toMatchObject([
    {
      id: series.id,
      progress: { seen: 3, last_seen_on: '2024-01-03' },
      episode_days: [
        { day: '2024-01-03', episodes: 2 },
        { day: '2024-01-01', episodes: 1 },
      ],
    },
  ]);
  expect(await history('')).toEqual([]);
});

it('a soap of 700 episodes is marked, listed and taken back as a whole', async () => {
  const soap = await createMedium(prisma, { type: 'series' });
  await createEpisodes(
    prisma,
    soap,
    Array.from({ length: 700 }, (_, n) => ({ season: 1, episode: n + 1, airDate: new Date('2020-01-01') })),
  );
  await deps.inMemory.refresh();
  const user = await createUser(prisma);
  const { body } = await put(user, soap, { up_to: ep(1, 700), seen: true }).expect(200);
  expect(body.progress).toMatchObject({ seen: 700, state: 'up_to_date' });
  expect((await list(user, soap)).seasons).toMatchObject([{ seen_count: 700, episode_count: 700 }]);
  await put(user, soap, { undo: body.undo }).expect(200);
  expect((await list(user, soap)).progress).toMatchObject({ seen: 0, state: 'none' });
});

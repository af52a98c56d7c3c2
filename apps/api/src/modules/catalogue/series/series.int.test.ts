import { CAPS } from '@marquee/contracts';
import type { PrismaClient } from '@marquee/prisma';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase } from '#src/data/database.ts';
import { importCatalogue } from '#src/modules/catalogue/feed/import.service.ts';
import { testDatabaseUrl } from '../../../../test/database.ts';
import { createMedium, createUser, unique } from '../../../../test/factories.ts';
import { createFollower, followAll } from '../../../../test/follow-series.ts';
import { saveSeries } from './save-series.ts';
import { createSeriesRepository } from './series.repository.ts';

let prisma: PrismaClient;
let follow: () => Promise<boolean>;
beforeAll(async () => {
  prisma = connectDatabase(await testDatabaseUrl());
  follow = createFollower(prisma);
});
afterAll(() => prisma.$disconnect());

/** Each test uses its own source. */
let source = '';
beforeEach(() => {
  source = unique('source');
});

const seasons = (...counts: number[]) => counts.map((episodes, at) => ({ season: at + 1, episodes }));
const importFeed = (fields: object, by = source) =>
  importCatalogue(prisma, [JSON.stringify({ key: 'a', title: source, type: 'series', ...fields })], {
    source: by,
    checkedAt: new Date('2026-08-01'),
  });
const run = async (fields: object, by = source) => {
  const outcome = await importFeed(fields, by);
  await followAll(prisma);
  return outcome;
};
const idOf = async () =>
  (
    await prisma.medium.findUniqueOrThrow({
      where: { source_type_externalId: { source, type: 'series', externalId: 'a' } },
    })
  ).id;
const episodesOf = async (mediumId: number) =>
  (
    await prisma.episode.findMany({ where: { mediumId }, orderBy: [{ season: 'asc' }, { episode: 'asc' }] })
  ).map(({ season, episode }) => `${season}x${episode}`);
const seenOf = async (userId: number, mediumId: number) =>
  (
    await prisma.userEpisode.findMany({
      where: { userId, mediumId },
      orderBy: [{ season: 'asc' }, { episode: 'asc' }],
    })
  ).map(({ season, episode }) => `${season}x${episode}`);
const see = (userId: number, mediumId: number, ...episodes: [number, number][]) =>
  prisma.userEpisode.createMany({
    data: episodes.map(([season, episode]) => ({ userId, mediumId, season, episode })),
  });
const summaryOf = (userId: number, mediumId: number) =>
  prisma.userSeries.findUnique({ where: { userId_mediumId: { userId, mediumId } } });
const markOf = (userId: number, mediumId: number) =>
  prisma.userMediumSeen.findUnique({ where: { userId_mediumId: { userId, mediumId } } });
/** What changes when PostgreSQL writes a row, even to the same values. */
const versions = (mediumId: number) =>
  prisma.$queryRaw`
    SELECT 'f' AS kind, xmin::text FROM series_facts WHERE medium_id = ${mediumId}
    UNION ALL SELECT 's', xmin::text FROM seasons WHERE medium_id = ${mediumId}
    UNION ALL SELECT 'e', xmin::text FROM episodes WHERE medium_id = ${mediumId}`;

describe('the series of a feed', () => {
  it('has the counted episodes, those named by themselves, its status and its channel', async () => {
    await run({
      season_list: [{ season: 1, episodes: 2, first_air_date: '2020-01-05' }],
      episode_list: [
        { season: 1, episode: 2, name: 'Two', air_date: '2020-01-12', runtime_minutes: 50 },
        { season: 2, episode: 1, air_at: '2030-02-01T04:30:00Z', air_date: '2030-01-31' },
        { season: 2, episode: 2 },
        { season: 0, episode: 1, name: 'Making of' },
      ],
      status: 'returning',
      network: 'ARD',
      last_air_date: '2020-01-12',
    });
    const mediumId = await idOf();
    expect(await episodesOf(mediumId)).toEqual(['0x1', '1x1', '1x2', '2x1', '2x2']);
    const airsOn = async (season: number, episode: number) =>
      (
        await prisma.episode.findUniqueOrThrow({
          where: { mediumId_season_episode: { mediumId, season, episode } },
        })
      ).airsOn
        ?.toISOString()
        .slice(0, 10);
    // The list has aired episodes, so one of it without a day has aired; nothing is known of the last one.
    expect([await airsOn(1, 1), await airsOn(1, 2), await airsOn(2, 2)]).toEqual([
      '2020-01-05',
      '2020-01-12',
      undefined,
    ]);
    expect(await prisma.seriesFacts.findUnique({ where: { mediumId } })).toMatchObject({
      source,
      status: 'returning',
      network: 'ARD',
      lastAirDate: new Date('2020-01-12'),
      asOf: new Date('2026-08-01'),
    });
    expect(await prisma.season.findMany({ where: { mediumId }, orderBy: { season: 'asc' } })).toMatchObject([
      { season: 0, firstAirDate: null },
      { season: 1, firstAirDate: new Date('2020-01-05') },
      { season: 2, firstAirDate: new Date('2030-01-31') },
    ]);
  });

  it('has aired without a day where an episode of a later season has', async () => {
    await run({
      season_list: [{ season: 3, episodes: 1 }],
      episode_list: [
        { season: 0, episode: 1 },
        { season: 1, episode: 1, air_date: '2020-01-05' },
        { season: 1, episode: 2 },
        { season: 2, episode: 1, air_date: '2021-01-05' },
        { season: 2, episode: 2 },
        { season: 4, episode: 1 },
      ],
    });
    const rows = await prisma.episode.findMany({
      where: { mediumId: await idOf() },
      orderBy: [{ season: 'asc' }, { episode: 'asc' }],
    });
    expect(
      rows.map(({ season, episode, airsOn }) => [`${season}x${episode}`, airsOn?.getUTCFullYear()]),
    ).toEqual([
      ['0x1', undefined],
      ['1x1', 2020],
      ['1x2', 2021],
      ['2x1', 2021],
      ['2x2', 1900],
      ['3x1', 1900],
      ['4x1', undefined],
    ]);
  });

  it('is refused with an impossible number, day or status, and ignored at a movie', async () => {
    for (const fields of [
      { season_list: [{ season: -1, episodes: 3 }] },
      { season_list: [{ season: 10_000, episodes: 3 }] },
      { season_list: [{ season: 1, episodes: 10_000 }] },
      { episode_list: [{ season: 1, episode: 0 }] },
      { last_air_date: '2020-02-30' },
      { status: 'sleeping' },
    ])
      expect(await run(fields)).toMatchObject({ bad: 1, created: 0 });
    await run({ type: 'movie', season_list: seasons(3) });
    expect(await prisma.seriesFacts.count({ where: { source } })).toBe(0);
  });

  it('is not written when nothing has changed, also in a line that changed elsewhere', async () => {
    await run({ season_list: seasons(3, 2) });
    const mediumId = await idOf();
    const before = await versions(mediumId);
    await run({ season_list: seasons(3, 2) });
    await run({ season_list: seasons(3, 2), overview: 'New' });
    expect(await versions(mediumId)).toEqual(before);
    await run({ season_list: seasons(3, 3) });
    expect(await episodesOf(mediumId)).toHaveLength(6);
  });

  it('keeps its episodes where a line says nothing of them, and where a better source has them', async () => {
    await run({ season_list: seasons(3) });
    const mediumId = await idOf();
    await run({});
    expect(await episodesOf(mediumId)).toHaveLength(3);
    const record = { medium_id: mediumId, status: null, network: null, last_air_date: null, as_of: null };
    const of = (by: string, count: number) =>
      prisma.$transaction((tx) =>
        saveSeries(createSeriesRepository(tx), [
          {
            ...record,
            source: by,
            seasons: [{ season: 1, episodes: count, first_air_date: null }],
            episodes: [],
          },
        ]),
      );
    expect(await of('tvmaze', 5)).toBe(1);
    await run({ season_list: seasons(4) });
    expect(await of('demo', 6)).toBe(0);
    expect(await episodesOf(mediumId)).toHaveLength(5);
  });
});

describe('what a member has seen', () => {
  it('follows a new numbering where the number of episodes before is equal, with days and views', async () => {
    await run({ season_list: seasons(6) });
    const [mediumId, { id }] = [await idOf(), await createUser(prisma)];
    await see(id, mediumId, [1, 1], [1, 2], [1, 3], [1, 5], [0, 7], [9, 9]);
    const day = new Date('2020-05-05');
    await prisma.userEpisode.updateMany({
      where: { userId: id, season: 1, episode: 5 },
      data: { seenOn: day, plays: 2, days: [day] },
    });
    await run({ season_list: seasons(3, 3) });
    expect(await seenOf(id, mediumId)).toEqual(['0x7', '1x1', '1x2', '1x3', '2x2', '9x9']);
    expect(
      await prisma.userEpisode.findFirstOrThrow({ where: { userId: id, season: 2, episode: 2 } }),
    ).toMatchObject({ seenOn: day, plays: 2, days: [day] });
    expect(await summaryOf(id, mediumId)).toMatchObject({ seen: 5, nextSeason: 2, nextEpisode: 1 });
    expect(await markOf(id, mediumId)).toMatchObject({ upToSeason: 1, byEpisodes: true });
    await run({ season_list: seasons(6) });
    expect(await seenOf(id, mediumId)).toEqual(['0x7', '1x1', '1x2', '1x3', '1x5', '9x9']);
  });

  it('is kept as told when a list is corrected, and what it no longer has counts as unknown', async () => {
    await run({ season_list: seasons(10, 10) });
    const [mediumId, { id }] = [await idOf(), await createUser(prisma)];
    await see(id, mediumId, [1, 9], [1, 10], [2, 3]);
    await run({ season_list: seasons(9, 10) });
    expect(await seenOf(id, mediumId)).toEqual(['1x9', '1x10', '2x3']);
    expect(await summaryOf(id, mediumId)).toMatchObject({ seen: 3, nextSeason: 1, nextEpisode: 1 });
  });

  it('carries over "up to season" when the episodes become known, but no more than an account may have', async () => {
    await run({});
    const mediumId = await idOf();
    const [one, full] = [await createUser(prisma), await createUser(prisma)];
    const day = new Date('2019-03-04');
    await prisma.userMediumSeen.createMany({
      data: [one, full].map(({ id }) => ({ userId: id, mediumId, upToSeason: 2, seenOn: day })),
    });
    const other = await createMedium(prisma, { type: 'series' });
    await prisma.userSeries.create({
      data: { userId: full.id, mediumId: other.id, episodes: CAPS.episodes - 2 },
    });
    await run({ season_list: seasons(2, 1, 4) });
    expect(await seenOf(one.id, mediumId)).toEqual(['1x1', '1x2', '2x1']);
    expect(await summaryOf(one.id, mediumId)).toMatchObject({
      lastSeenOn: day,
      upToSeason: 2,
      nextSeason: 3,
    });
    expect(await markOf(one.id, mediumId)).toMatchObject({ upToSeason: 2, byEpisodes: false });
    expect(await seenOf(full.id, mediumId)).toEqual([]);
    expect(await markOf(full.id, mediumId)).toMatchObject({ upToSeason: 2 });
    const more = (count: number) =>
      prisma.userEpisode.createMany({
        data: Array.from({ length: count }, (_, at) => ({
          userId: full.id,
          mediumId,
          season: 1,
          episode: at + 1,
        })),
      });
    await expect(more(3)).rejects.toThrow(/MQ009/);
    await more(2);
  });

  it('follows an import in steps, each a transaction, and is neither lost nor moved twice when the work ends between them', async () => {
    await run({});
    const mediumId = await idOf();
    const users = await prisma.$queryRaw<{ id: number }[]>`
      INSERT INTO users (email, display_name, password_hash, updated_at)
      SELECT ${source} || n || '@example.com', ${source} || n, '', now() FROM generate_series(1, 450) AS n RETURNING id`;
    await prisma.userMediumSeen.createMany({
      data: users.map(({ id }) => ({ userId: id, mediumId, upToSeason: 1 })),
    });
    const seen = (season: number, episode: number) =>
      prisma.userEpisode.count({ where: { mediumId, season, episode } });
    await importFeed({ season_list: seasons(6) });
    const jobs = { kind: 'follow_series', handedAt: null, doneAt: null };
    expect([await seen(1, 6), await prisma.outboxMessage.count({ where: jobs })]).toEqual([0, 1]);
    await follow();
    expect(await seen(1, 6)).toBe(333);
    // A second import, before all have followed the first one, and a kill in the middle of a step.
    await importFeed({ season_list: seasons(3, 3) });
    await expect(
      prisma.$transaction(async (tx) => {
        await createSeriesRepository(tx).follow(
          mediumId,
          users.map(({ id }) => id),
        );
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await seen(2, 3)).toBe(0);
    await followAll(prisma);
    expect([await seen(1, 1), await seen(1, 6), await seen(2, 3)]).toEqual([450, 0, 450]);
    expect(await prisma.userMediumSeen.count({ where: { mediumId, upToSeason: 2 } })).toBe(450);
    expect(await prisma.seriesChange.count({ where: { mediumId } })).toBe(0);
  });

  it('follows in the order of the imports, also for two workers at once', async () => {
    await run({ season_list: seasons(6) });
    const [mediumId, { id }] = [await idOf(), await createUser(prisma)];
    await see(id, mediumId, [1, 4], [1, 6]);
    await importFeed({ season_list: seasons(3, 3) });
    await importFeed({ season_list: seasons(1, 2, 3) });
    await Promise.all([follow(), follow()]);
    await followAll(prisma);
    expect(await seenOf(id, mediumId)).toEqual(['3x1', '3x3']);
  });

  it('waits for nothing where a source only names the episodes or corrects a day', async () => {
    await run({ season_list: seasons(2) });
    const [mediumId, { id }] = [await idOf(), await createUser(prisma)];
    await see(id, mediumId, [1, 1]);
    const named = { season: 1, episode: 1, name: 'One' };
    await importFeed({ season_list: seasons(2), episode_list: [named] });
    expect(await prisma.seriesChange.count({ where: { mediumId } })).toBe(0);
    expect(await prisma.episode.count({ where: { mediumId, name: 'One' } })).toBe(1);
  });

  it('keeps the mark that a member told where the catalogue brings a season with an episode to come', async () => {
    await run({});
    const [mediumId, { id }] = [await idOf(), await createUser(prisma)];
    await prisma.userMediumSeen.create({ data: { userId: id, mediumId, upToSeason: 1 } });
    const aired = { season: 1, episode: 1, air_date: '2020-01-05' };
    await run({ episode_list: [aired, { season: 1, episode: 2, air_date: '2999-01-05' }] });
    expect(await seenOf(id, mediumId)).toEqual(['1x1']);
    expect(await markOf(id, mediumId)).toMatchObject({ upToSeason: 1, byEpisodes: false });
    await see(id, mediumId, [1, 2]);
    expect(await markOf(id, mediumId)).toMatchObject({ upToSeason: 1, byEpisodes: false });
  });

  it('keeps its mark when a source numbers or counts the episodes in another way', async () => {
    await run({ season_list: seasons(2, 2) });
    const [mediumId, one, all] = [await idOf(), await createUser(prisma), await createUser(prisma)];
    await see(one.id, mediumId, [1, 1], [1, 2]);
    await see(all.id, mediumId, [1, 1], [1, 2], [2, 1], [2, 2]);
    await run({ season_list: seasons(4) });
    expect(await seenOf(all.id, mediumId)).toEqual(['1x1', '1x2', '1x3', '1x4']);
    for (const { id } of [one, all]) expect(await markOf(id, mediumId)).toMatchObject({ upToSeason: 1 });
    await run({ season_list: seasons(4, 2) });
    await see(all.id, mediumId, [2, 1], [2, 2]);
    await run({ season_list: seasons(4, 3) });
    expect(await markOf(all.id, mediumId)).toMatchObject({ upToSeason: 2, byEpisodes: true });
  });

  it('joins its days and views where it moves to a number that the member told too', async () => {
    await run({ season_list: seasons(6) });
    const [mediumId, { id }] = [await idOf(), await createUser(prisma)];
    const [early, late] = [new Date('2020-05-05'), new Date('2021-05-05')];
    await prisma.userEpisode.createMany({
      data: [
        { userId: id, mediumId, season: 1, episode: 4, seenOn: late, plays: 3, days: [early, late] },
        { userId: id, mediumId, season: 2, episode: 1, seenOn: early, plays: 1, days: [early] },
      ],
    });
    await run({ season_list: seasons(3, 3) });
    expect(await prisma.userEpisode.findMany({ where: { userId: id } })).toMatchObject([
      { season: 2, episode: 1, seenOn: late, plays: 3, days: [early, late] },
    ]);
  });

  it('may be unknown to the catalogue 5,000 times', async () => {
    await run({ season_list: seasons(1) });
    const [mediumId, { id }] = [await idOf(), await createUser(prisma)];
    const unknown = (from: number, count: number) =>
      prisma.$executeRaw`
        INSERT INTO user_episodes (user_id, medium_id, season, episode)
        SELECT ${id}, ${mediumId}, 2, ${from} + place FROM generate_series(0, ${count - 1}) AS place`;
    await unknown(1, CAPS.unknownEpisodes);
    await expect(unknown(5_001, 1)).rejects.toThrow(/MQ010/);
    await see(id, mediumId, [1, 1]);
  });

  it('sets the mark of the series with its first whole season, takes it from Watch Later, and takes the mark back', async () => {
    await run({ season_list: seasons(2, 2) });
    const [mediumId, { id }] = [await idOf(), await createUser(prisma)];
    const list = await prisma.userList.findFirstOrThrow({ where: { ownerId: id, listType: 'watch_later' } });
    await prisma.userListMedium.create({ data: { listId: list.id, mediumId, position: 1 } });
    const inList = () => prisma.userListMedium.count({ where: { listId: list.id } });
    await see(id, mediumId, [1, 1]);
    expect([await markOf(id, mediumId), await inList()]).toEqual([null, 1]);
    await see(id, mediumId, [1, 2]);
    expect(await markOf(id, mediumId)).toMatchObject({ upToSeason: 1, byEpisodes: true });
    expect(await inList()).toBe(0);
    await prisma.userEpisode.deleteMany({ where: { userId: id, episode: 2 } });
    expect(await markOf(id, mediumId)).toBeNull();
    await prisma.userEpisode.deleteMany({ where: { userId: id } });
    expect(await summaryOf(id, mediumId)).toBeNull();
  });

  it('is counted once each when two transactions mark episodes at once', async () => {
    await run({ season_list: seasons(40) });
    const [mediumId, { id }] = [await idOf(), await createUser(prisma)];
    await Promise.all(Array.from({ length: 8 }, (_, at) => see(id, mediumId, [1, at + 1])));
    expect(await summaryOf(id, mediumId)).toMatchObject({ seen: 8, nextSeason: 1, nextEpisode: 9 });
  });
});

it('a merged title gives its episodes, and what members have seen of them, to the title that stays', async () => {
  await run({ season_list: seasons(3), key: 'a' });
  const old = await idOf();
  const { id } = await createUser(prisma);
  await see(id, old, [1, 1], [1, 2]);
  await prisma.userSeries.updateMany({ where: { userId: id }, data: { state: 'on_hold' } });
  await importCatalogue(prisma, [JSON.stringify({ key: 'b', title: source, type: 'series', also: ['a'] })], {
    source,
  });
  await followAll(prisma);
  const { id: kept } = await prisma.medium.findFirstOrThrow({ where: { source, externalId: 'b' } });
  expect(await episodesOf(kept)).toEqual(['1x1', '1x2', '1x3']);
  expect(await seenOf(id, kept)).toEqual(['1x1', '1x2']);
  expect(await summaryOf(id, kept)).toMatchObject({ state: 'on_hold', seen: 2, nextEpisode: 3 });
  expect(await summaryOf(id, old)).toBeNull();
});

it('a merged title brings its episodes to the members of the title that stays, also to those who told a season alone', async () => {
  await run({ season_list: seasons(2, 1) });
  const old = await idOf();
  const of = (key: string, also: string[] = []) =>
    importCatalogue(prisma, [JSON.stringify({ key, title: source, type: 'series', also })], { source });
  await of('b');
  const { id: kept } = await prisma.medium.findFirstOrThrow({ where: { source, externalId: 'b' } });
  const [one, season, both] = [await createUser(prisma), await createUser(prisma), await createUser(prisma)];
  await see(one.id, kept, [1, 1]);
  await prisma.userMediumSeen.create({ data: { userId: season.id, mediumId: kept, upToSeason: 1 } });
  await see(both.id, old, [2, 1]);
  expect(await summaryOf(one.id, kept)).toMatchObject({ unknown: 1, nextSeason: null });
  await of('b', ['a']);
  await followAll(prisma);
  expect(await summaryOf(one.id, kept)).toMatchObject({ unknown: 0, nextSeason: 1, nextEpisode: 2 });
  expect(await seenOf(season.id, kept)).toEqual(['1x1', '1x2']);
  expect(await summaryOf(season.id, kept)).toMatchObject({ nextSeason: 2, nextEpisode: 1, upToSeason: 1 });
  // The mark of this member says what the episodes say, and so tells nothing about the first season.
  expect(await markOf(both.id, kept)).toMatchObject({ upToSeason: 2, byEpisodes: true });
  expect(await seenOf(both.id, kept)).toEqual(['2x1']);
});

it('a merged title joins the days, views and marks that a member has of both', async () => {
  await run({ season_list: seasons(1) });
  const old = await idOf();
  const { id } = await createUser(prisma);
  await importCatalogue(
    prisma,
    [JSON.stringify({ key: 'b', title: source, type: 'series', season_list: seasons(2) })],
    { source },
  );
  const { id: kept } = await prisma.medium.findFirstOrThrow({ where: { source, externalId: 'b' } });
  const [early, late] = [new Date('2020-05-05'), new Date('2021-05-05')];
  const told = { userId: id, season: 1, episode: 1 };
  await prisma.userEpisode.createMany({
    data: [
      { ...told, mediumId: old, seenOn: late, plays: 2, days: [late] },
      { ...told, mediumId: kept, seenOn: early, plays: 1, days: [early] },
    ],
  });
  expect(await markOf(id, old)).toMatchObject({ upToSeason: 1 });
  await prisma.medium.update({ where: { id: old }, data: { mergedInto: kept } });
  await followAll(prisma);
  expect(await prisma.userEpisode.findMany({ where: { userId: id } })).toMatchObject([
    { mediumId: kept, seenOn: late, plays: 2, days: [early, late] },
  ]);
});

it('a title that is merged while changes of both wait moves each episode by the numbers of its own time', async () => {
  await run({ season_list: seasons(6) });
  const old = await idOf();
  const { id } = await createUser(prisma);
  await importCatalogue(
    prisma,
    [JSON.stringify({ key: 'b', title: source, type: 'series', season_list: seasons(4) })],
    { source },
  );
  const { id: kept } = await prisma.medium.findFirstOrThrow({ where: { source, externalId: 'b' } });
  await see(id, old, [1, 5]);
  await see(id, kept, [1, 3]);
  await prisma.userSeries.updateMany({ where: { userId: id, mediumId: old }, data: { state: 'on_hold' } });
  const kept3and3 = [{ season: 1, episode: 3, to_season: 2, to_episode: 1 }];
  await prisma.seriesChange.create({
    data: { mediumId: kept, moves: kept3and3, members: { create: { userId: id } } },
  });
  await importFeed({ season_list: seasons(3, 3) });
  await prisma.medium.update({ where: { id: old }, data: { mergedInto: kept, delistedAt: new Date() } });
  expect(await seenOf(id, kept)).toEqual(['1x3']);
  await prisma.$executeRaw`SELECT marquee_follow_series(${id}, ${kept})`;
  expect(await seenOf(id, kept)).toEqual(['2x1', '2x2']);
  expect(await seenOf(id, old)).toEqual([]);
  expect(await summaryOf(id, old)).toBeNull();
  expect(await summaryOf(id, kept)).toMatchObject({ seen: 2, episodes: 2, state: 'watching' });
  await followAll(prisma);
  expect(await seenOf(id, kept)).toEqual(['2x1', '2x2']);
  expect(await prisma.seriesChange.count({ where: { mediumId: { in: [old, kept] } } })).toBe(0);
});

import type { PrismaClient } from '@marquee/prisma';
import { startTvmaze, type Tvmaze, weekly } from '@marquee/tvmaze-emulator';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTvmazeClient } from '#src/clients/tvmaze.ts';
import { connectDatabase } from '#src/data/database.ts';
import { importCatalogue } from '#src/modules/catalogue/feed/import.service.ts';
import { testDatabaseUrl } from '../../../../test/database.ts';
import { followAll } from '../../../../test/follow-series.ts';
import { createSourcesService } from './sources.service.ts';
import { type SyncOptions, syncCatalogue } from './sync.service.ts';
import { createTvmazeSource } from './tvmaze.ts';

let prisma: PrismaClient;
let tvmaze: Tvmaze;

beforeAll(async () => {
  prisma = connectDatabase(await testDatabaseUrl());
});
afterAll(() => prisma.$disconnect());
beforeEach(async () => {
  await prisma.$executeRaw`TRUNCATE media, source_syncs, source_lines CASCADE`;
  tvmaze = await startTvmaze();
});
afterEach(() => tvmaze.stop());

const sync = (options: Partial<SyncOptions> = {}) =>
  syncCatalogue(
    prisma,
    createTvmazeSource(
      createTvmazeClient({ base: tvmaze.base, userAgent: 'Marquee', spacingMs: 0, firstBackoffMs: 1 }),
    ),
    { country: 'US', ...options },
  );

const line = (key: string, part: object = {}) =>
  JSON.stringify({ key, title: `Series ${key}`, type: 'series', services: ['Netflix'], votes: 10, ...part });
const importLines = (...lines: string[]) => importCatalogue(prisma, lines, { source: 'file', partial: true });

async function idOf(imdb: string): Promise<number> {
  const known = await prisma.mediumId.findFirstOrThrow({ where: { scheme: 'imdb', value: imdb } });
  return known.mediumId;
}

const stored = async (imdb: string) =>
  (
    await prisma.episode.findMany({
      where: { mediumId: await idOf(imdb) },
      orderBy: [{ season: 'asc' }, { episode: 'asc' }],
    })
  ).map(({ season, episode, name }) => `${season}.${episode} ${name}`);

/** The versions of all rows that a run could write. */
const versions = () => prisma.$queryRaw`
  SELECT 'episode' AS kind, medium_id, xmin::text FROM episodes UNION ALL
  SELECT 'facts', medium_id, xmin::text FROM series_facts UNION ALL
  SELECT 'show', medium_id, xmin::text FROM tvmaze_shows UNION ALL
  SELECT 'season', medium_id, xmin::text FROM seasons UNION ALL
  SELECT 'title', id, xmin::text FROM media ORDER BY 1, 2, 3`;

const A = 'tt7000001';
const B = 'tt7000002';

describe('syncCatalogue with tvmaze', () => {
  it('finds series by IMDb id, then by that of TheTVDB, and never by name', async () => {
    await importLines(line(A), line(B), line('tt7000003'), line('tt7000004', { title: 'Namesake' }));
    const mediumId = await idOf(B);
    await prisma.mediumId.create({ data: { scheme: 'tvdb', type: 'series', value: '900', mediumId } });
    tvmaze.add(5, { imdb: A, episodes: weekly([2], '2020-01-01') });
    tvmaze.add(300, { tvdb: 900, episodes: weekly([1], '2020-01-01') });
    tvmaze.add(600, { name: 'Namesake', episodes: weekly([3], '2020-01-01') });
    expect(await sync()).toMatchObject({ created: 2, failure: null, isFull: true });
    expect(await stored(A)).toEqual(['1.1 Part 1.1', '1.2 Part 1.2']);
    expect(await stored(B)).toEqual(['1.1 Part 1.1']);
    expect(await prisma.medium.count()).toBe(4);
    expect(await prisma.seriesFacts.count()).toBe(2);
  });

  it('stores status, channel, days, instants and specials, and text and picture in columns of their own', async () => {
    await importLines(line(A));
    tvmaze.add(5, {
      imdb: A,
      status: 'Running',
      webChannel: 'Netflix',
      summary: '<p>A town &amp; <b>a secret</b>.</p>',
      image: 'https://static.tvmaze.com/5.jpg',
      episodes: [
        ...weekly([1], '2020-01-01'),
        { season: 1, number: null, name: 'Behind it', airdate: '' },
        {
          season: 2014,
          number: 1,
          name: 'By year',
          airdate: '2014-05-01',
          airstamp: '2014-05-02T01:00:00+00:00',
        },
        { season: 2014, number: 2, name: 'To come', airdate: '2099-01-01' },
      ],
    });
    await sync();
    const mediumId = await idOf(A);
    expect(await prisma.seriesFacts.findFirstOrThrow()).toMatchObject({
      mediumId,
      source: 'tvmaze',
      status: 'returning',
      network: 'Netflix',
    });
    expect(await stored(A)).toEqual(['0.1 Behind it', '1.1 Part 1.1', '2014.1 By year', '2014.2 To come']);
    const [special, , byYear] = await prisma.episode.findMany({
      where: { mediumId },
      orderBy: [{ season: 'asc' }, { episode: 'asc' }],
    });
    expect(special).toMatchObject({ airDate: null, sourceSeason: 1, sourceEpisode: null });
    expect(byYear?.airAt?.toISOString()).toBe('2014-05-02T01:00:00.000Z');
    expect(await prisma.tvmazeShow.findFirstOrThrow()).toMatchObject({
      id: 5,
      mediumId,
      summary: 'A town & a secret .',
      posterUrl: 'https://static.tvmaze.com/5.jpg',
    });
    expect(await prisma.medium.findFirstOrThrow()).toMatchObject({ overview: null, posterUrl: null });
  });

  it('writes nothing in a second run without a change, whether it reads everything or the updates', async () => {
    await importLines(line(A), line(B));
    tvmaze.add(5, { imdb: A, episodes: weekly([5, 5], '2020-01-01') });
    tvmaze.add(6, { imdb: B, episodes: weekly([5], '2020-01-01') });
    await sync();
    const before = await versions();
    expect(await sync()).toMatchObject({ created: 0, updated: 0, isFull: false, failure: null });
    expect(await sync({ since: 'full' })).toMatchObject({
      created: 0,
      updated: 0,
      isFull: true,
      failure: null,
    });
    expect(await versions()).toEqual(before);
    expect(tvmaze.paths.filter((path) => path.includes('/episodes'))).toHaveLength(2);
  });

  it('reads what has changed since, and the series that the catalogue has got since', async () => {
    await importLines(line(A));
    tvmaze.add(5, { imdb: A, episodes: weekly([2], '2020-01-01') });
    tvmaze.add(6, { imdb: B, episodes: weekly([1], '2020-01-01') });
    await sync();
    await importLines(line(B));
    tvmaze.change(5, { episodes: weekly([2, 1], '2020-01-01') });
    tvmaze.paths.length = 0;
    expect(await sync()).toMatchObject({ created: 1, updated: 1, isFull: false, failure: null });
    expect(await stored(A)).toEqual(['1.1 Part 1.1', '1.2 Part 1.2', '2.1 Part 2.1']);
    expect(await stored(B)).toEqual(['1.1 Part 1.1']);
    expect(tvmaze.paths.some((path) => path.startsWith('/shows?page='))).toBe(false);
  });

  it('continues after a kill, an outage and a quota, and stores everything once', async () => {
    const keys = Array.from({ length: 70 }, (_, at) => `tt71${String(at).padStart(5, '0')}`);
    await importLines(...keys.map((key) => line(key)));
    for (const [at, imdb] of keys.entries())
      tvmaze.add(1 + at * 7, { imdb, episodes: weekly([2], '2020-01-01') });
    for (const after of [5, 30, 50]) {
      const kill = new AbortController();
      const from = tvmaze.paths.length;
      tvmaze.faults.onRequest = (count) => {
        if (count === from + after) kill.abort();
      };
      await sync({ signal: kill.signal }).catch((error: unknown) => {
        if (!kill.signal.aborted) throw error;
      });
    }
    tvmaze.faults.onRequest = undefined;
    tvmaze.faults.html = 6;
    expect((await sync()).failure).toContain('TVmaze could not be read');
    Object.assign(tvmaze.faults, { limited: 3, retryAfter: '0' });
    expect(await sync()).toMatchObject({ failure: null });
    expect(await prisma.episode.count()).toBe(140);
    expect(await prisma.tvmazeShow.count()).toBe(70);
    expect(await prisma.sourceLine.count()).toBe(0);
    const episodes = tvmaze.paths.filter((path) => path.includes('/episodes'));
    // A page of twenty shows is read again after each of three kills and the outage.
    expect(episodes.length).toBeLessThan(70 + 5 * 20);
  });

  it('keeps every seen episode when a show gets new numbers, and moves it where as many come before it', async () => {
    await importLines(line(A));
    tvmaze.add(5, { imdb: A, episodes: weekly([20], '2020-01-01') });
    await sync();
    const mediumId = await idOf(A);
    const { id: userId } = await prisma.user.create({
      data: { email: 'anew@example.com', displayName: 'anew', passwordHash: '-' },
    });
    const told = (season: number, episode: number) => ({ userId, mediumId, season, episode });
    await prisma.userEpisode.createMany({ data: [told(1, 1), told(1, 13), told(1, 99)] });
    tvmaze.change(5, { episodes: weekly([10, 10], '2020-01-01') });
    await sync();
    await followAll(prisma);
    const seen = await prisma.userEpisode.findMany({ orderBy: [{ season: 'asc' }, { episode: 'asc' }] });
    expect(seen.map(({ season, episode }) => `${season}.${episode}`)).toEqual(['1.1', '1.99', '2.3']);
  });

  it('gives a series the show that both ids name, of two with one IMDb id, and follows a moved id', async () => {
    await importLines(line(A), line(B));
    const mediumId = await idOf(A);
    await prisma.mediumId.create({ data: { scheme: 'tvdb', type: 'series', value: '900', mediumId } });
    tvmaze.add(5, { imdb: A, episodes: weekly([1], '2020-01-01') });
    tvmaze.add(6, { imdb: A, tvdb: 900, episodes: weekly([2], '2020-01-01') });
    tvmaze.add(7, { imdb: B, episodes: weekly([3], '2020-01-01') });
    tvmaze.add(8, { imdb: B, episodes: weekly([4], '2020-01-01') });
    await sync();
    expect(await stored(A)).toHaveLength(2);
    expect(await stored(B)).toHaveLength(3);
    tvmaze.change(7, { imdb: null });
    await sync();
    expect(await stored(B)).toHaveLength(3);
    await sync({ since: 'full' });
    expect(await stored(B)).toHaveLength(4);
  });

  it('refuses a list that lost most of its episodes, and the whole run when that happens to many', async () => {
    const keys = Array.from({ length: 25 }, (_, at) => `tt72${String(at).padStart(5, '0')}`);
    await importLines(...keys.map((key) => line(key)));
    for (const [at, imdb] of keys.entries())
      tvmaze.add(1 + at, { imdb, episodes: weekly([10], '2020-01-01') });
    await sync();
    tvmaze.change(1, { episodes: [] });
    expect(await sync()).toMatchObject({ refused: 1, updated: 0, failure: null });
    expect(await stored(keys[0] ?? '')).toHaveLength(10);
    for (const id of tvmaze.shows.keys()) tvmaze.change(id, { episodes: [] });
    const before = await versions();
    expect((await sync()).failure).toBe('25 of 25 series lost half of their episodes: nothing was changed');
    expect(await versions()).toEqual(before);
    for (const id of tvmaze.shows.keys()) tvmaze.change(id, { episodes: weekly([3], '2020-01-01') });
    expect(await sync({ force: true })).toMatchObject({ updated: 25, failure: null });
  });

  it('fails without a change when TVmaze answers another shape, and writes nothing in a dry run', async () => {
    await importLines(line(A));
    tvmaze.add(5, { imdb: A, episodes: weekly([2], '2020-01-01') });
    expect(await sync({ dryRun: true })).toMatchObject({ isFull: true, updated: 1, failure: null });
    tvmaze.faults.misshapen = true;
    expect((await sync()).failure).toContain('TVmaze changed the shape of /shows');
    expect(await prisma.episode.count()).toBe(0);
  });
});

describe('the daily run', () => {
  it('reads tvmaze only after an operator has read it once', async () => {
    await importLines(line(A));
    tvmaze.add(5, { imdb: A, episodes: weekly([2], '2020-01-01') });
    const service = createSourcesService({
      prisma,
      log: { info: () => undefined, error: () => undefined },
      env: {
        TMDB_TOKEN: null,
        STREAMING_AVAILABILITY_KEY: null,
        TVMAZE_API_BASE: tvmaze.base,
        WEB_ORIGIN: 'https://marquee.example',
        SUPPORT_EMAIL: 'support@marquee.example',
      },
    });
    await service.syncAll(new AbortController().signal);
    expect(tvmaze.paths).toEqual([]);
    await sync();
    tvmaze.change(5, { episodes: weekly([3], '2020-01-01') });
    await service.syncAll(new AbortController().signal);
    expect(await stored(A)).toHaveLength(3);
    expect([...tvmaze.agents]).toContain('Marquee (https://marquee.example; support@marquee.example)');
  });
});

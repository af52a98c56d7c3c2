import type { PrismaClient } from '@marquee/prisma';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStreamingAvailabilityClient } from '#src/clients/streaming-availability.ts';
import { createTmdbClient } from '#src/clients/tmdb.ts';
import { connectDatabase } from '#src/data/database.ts';
import { importCatalogue } from '#src/modules/catalogue/feed/import.service.ts';
import { createStatusRepository } from '#src/modules/catalogue/status.repository.ts';
import { writeStatus } from '#src/modules/catalogue/status.ts';
import { testDatabaseUrl } from '../../../../test/database.ts';
import { type Sources, startSources } from '../../../../test/sources.ts';
import type { Source } from './source.ts';
import { createStreamingAvailabilitySource } from './streaming-availability.ts';
import { type SyncOptions, syncCatalogue } from './sync.service.ts';
import { createTmdbSource } from './tmdb.ts';

let prisma: PrismaClient;
let sources: Sources;

beforeAll(async () => {
  prisma = connectDatabase(await testDatabaseUrl());
});
afterAll(() => prisma.$disconnect());
beforeEach(async () => {
  await prisma.$executeRaw`TRUNCATE media, people, source_syncs, source_lines, source_titles CASCADE`;
  sources = await startSources(7);
  return () => sources.stop();
});

const QUICK = { spacingMs: 0, firstBackoffMs: 1 };
const toTmdb = (): Source => createTmdbSource(createTmdbClient({ token: 'a', base: sources.tmdb, ...QUICK }));
const toStreaming = (): Source =>
  createStreamingAvailabilitySource(
    createStreamingAvailabilityClient({ key: 'a', base: sources.streaming, ...QUICK }),
  );
const sync = (source: Source, options: Partial<SyncOptions> = {}) =>
  syncCatalogue(prisma, source, { country: 'US', ...options });

const liveOffers = () =>
  prisma.providerMedium.findMany({
    where: { delistedAt: null },
    include: { provider: true, medium: true },
    orderBy: { id: 'asc' },
  });

/** Returns the offers that the test server lists, one text per offer. */
const wanted = (withPrices: boolean): string[] =>
  [...sources.titles.values()]
    .flatMap(({ title, offers }) =>
      offers.map(({ service, kind, price }) => `${title} ${service} ${kind} ${withPrices ? price * 100 : 0}`),
    )
    .sort();
const stored = async (): Promise<string[]> =>
  (await liveOffers())
    .map(({ medium, provider, kind, priceCents }) => `${medium.title} ${provider.name} ${kind} ${priceCents}`)
    .sort();
const listedTitles = () => prisma.medium.count({ where: { delistedAt: null } });
const offered = (): number => [...sources.titles.values()].filter(({ offers }) => offers.length > 0).length;

describe.each([
  ['tmdb', toTmdb, false],
  ['streaming-availability', toStreaming, true],
] as const)('syncCatalogue with %s', (_name, make, withPrices) => {
  it('stores all offers of the source even when runs fail or are aborted', async () => {
    sources.add(1, 90);
    sources.faults.share = 0.1;
    for (const round of [0, 1, 2, 3]) {
      if (round > 0) sources.stir(1_000 * round);
      // Abort two runs halfway. The next run continues an aborted run.
      for (const after of [3 + round, 9]) {
        const kill = new AbortController();
        const from = sources.requests();
        sources.faults.onRequest = (count) => {
          if (count === from + after) kill.abort();
        };
        await sync(make(), { signal: kill.signal }).catch((error: unknown) => {
          if (!kill.signal.aborted) throw error;
        });
      }
      sources.faults.onRequest = undefined;
      const result = await sync(make());
      expect(result.failure).toBeNull();
      expect(await stored()).toEqual(wanted(withPrices));
      expect(await listedTitles()).toBe(offered());
    }
    expect(await prisma.sourceLine.count()).toBe(0);
  });

  it('changes only the check date when nothing changed at the source', async () => {
    sources.add(1, 30);
    await sync(make());
    const before = await liveOffers();
    const result = await sync(make(), { since: 'full' });
    expect(result).toMatchObject({ created: 0, updated: 0, unchanged: 30, isFull: true, failure: null });
    const after = await liveOffers();
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after[0]?.checkedAt.getTime()).toBeGreaterThan(before[0]?.checkedAt.getTime() ?? 0);
  });

  it('fails without changes when the source is down, changes its format or drops most titles', async () => {
    sources.add(1, 60);
    await sync(make());
    const before = await stored();

    sources.faults.status = 503;
    expect((await sync(make(), { since: 'full' })).failure).toContain('503');
    sources.faults.status = undefined;
    sources.faults.misshapen = true;
    expect((await sync(make(), { since: 'full' })).failure).toContain('changed the shape');
    sources.faults.misshapen = false;
    for (let id = 1; id <= 40; id++) sources.titles.delete(id);
    expect((await sync(make(), { since: 'full' })).failure).toContain('40 of 60 titles are missing');
    expect(await stored()).toEqual(before);

    const forced = await sync(make(), { since: 'full', force: true });
    expect(forced).toMatchObject({ removed: 40, failure: null });
    expect(await stored()).toEqual(wanted(withPrices));
    expect(await listedTitles()).toBe(20);
  });

  it('writes nothing in a dry run', async () => {
    sources.add(1, 25);
    const states = () => prisma.sourceSync.findMany();
    const before = await states();
    const result = await sync(make(), { dryRun: true });
    expect(await states()).toEqual(before);
    expect(result).toMatchObject({ isFull: true, failure: null });
    expect(await prisma.medium.count()).toBe(0);
  });
});

describe('syncCatalogue', () => {
  it('starts a new run when the source refuses the cursor of a page', async () => {
    sources.add(1, 50);
    sources.faults.cursorLost = true;
    expect(await sync(toStreaming())).toMatchObject({ created: 50, failure: null });
    expect(await stored()).toEqual(wanted(true));
  });

  it('reads every title when the stored cursor is older than the changes that the source lists', async () => {
    sources.add(1, 5);
    await sync(toTmdb());
    await prisma.sourceSync.updateMany({ data: { cursor: '2020-01-01' } });
    expect(await sync(toTmdb())).toMatchObject({ isFull: true, failure: null });
    expect(await sync(toTmdb())).toMatchObject({ isFull: false, failure: null });
  });

  it('merges titles of several sources by IMDb and TMDB id, and never by name', async () => {
    const line = (key: string, title: string) =>
      JSON.stringify({ key, title, type: 'movie', services: ['Netflix'], votes: 10, age_rating: 'R' });
    await importCatalogue(prisma, [line('tt9000001', 'Old name'), line('x', 'Title 2')], { source: 'file' });
    sources.add(1, 2, { type: 'movie', offers: [{ service: 'Hulu', kind: 'rent', price: 3.99 }] });
    sources.add(10, 1, {
      type: 'movie',
      imdb: null,
      offers: [{ service: 'Max', kind: 'subscription', price: 0 }],
    });
    await sync(toTmdb());
    await sync(toStreaming());

    const media = await prisma.medium.findMany({
      include: { offers: { where: { delistedAt: null } } },
      orderBy: { id: 'asc' },
    });
    expect(media.map(({ source, title }) => `${source} ${title}`).sort()).toEqual([
      'file Title 1',
      'file Title 2',
      'tmdb Title 10',
      'tmdb Title 2',
    ]);
    const merged = media.find(({ title }) => title === 'Title 1');
    // TMDB has precedence for facts, so its age rating replaces the age rating of the file. Streaming
    // Availability has precedence for offers, because it has prices.
    expect([merged?.ageRating, merged?.overview]).toEqual(['PG', 'About Title 1.']);
    expect(merged?.offers.map(({ origin, priceCents }) => [origin, priceCents])).toEqual([
      ['streaming-availability', 399],
    ]);
    // A later import of the file does not change the title, or the offers that the source on the network wrote.
    await importCatalogue(prisma, [line('tt9000001', 'Old name'), line('x', 'Title 2')], { source: 'file' });
    expect((await prisma.medium.findUniqueOrThrow({ where: { id: merged?.id ?? 0 } })).title).toBe('Title 1');
  });

  it('stores the language, the own country first, and the themes that keywords mean', async () => {
    sources.add(1, 1, {
      type: 'movie',
      original: { language: 'ja', title: '千と千尋の神隠し' },
      offers: [{ service: 'Max', kind: 'subscription', price: 0 }],
    });
    await sync(toTmdb());
    expect(await prisma.medium.findFirstOrThrow()).toMatchObject({
      language: 'ja',
      countries: ['CA', 'US'],
      themes: ['time-loops'],
    });
  });

  it('keeps the themes of a title of a file, and adds those of keywords where it has none', async () => {
    const line = (key: string, themes: string[]) =>
      JSON.stringify({ key, title: key, type: 'movie', services: ['Netflix'], themes });
    const lines = [line('tt9000001', ['heists']), line('tt9000002', [])];
    await importCatalogue(prisma, lines, { source: 'file' });
    sources.add(1, 2, { type: 'movie', offers: [{ service: 'Max', kind: 'subscription', price: 0 }] });
    await sync(toTmdb());
    const media = await prisma.medium.findMany({ orderBy: { externalId: 'asc' } });
    expect(media.map(({ themes }) => themes)).toEqual([['heists'], ['time-loops']]);
  });

  it('stores the names of translations and of the original language', async () => {
    const offers = [{ service: 'Max', kind: 'subscription' as const, price: 0 }];
    sources.add(1, 1, {
      type: 'movie',
      title: 'Spirited Away',
      original: { language: 'ja', title: '千と千尋の神隠し' },
      names: {
        'pt-PT': 'A Viagem de Chihiro',
        'pt-BR': 'A Viagem',
        'es-MX': 'El viaje',
        'es-ES': 'El viaje',
      },
      offers,
    });
    sources.add(3, 1, { type: 'series', title: 'Dark', names: { 'pl-PL': 'Mrok', 'de-DE': '' }, offers });
    await sync(toTmdb());
    const names = await prisma.mediumTitle.findMany({
      orderBy: [{ medium: { title: 'asc' } }, { language: 'asc' }],
    });
    expect(names.map(({ language, title }) => `${language} ${title}`)).toEqual([
      'en Dark',
      'pl Mrok',
      'es El viaje',
      'ja 千と千尋の神隠し',
      'pt A Viagem',
      'pt-PT A Viagem de Chihiro',
    ]);
  });

  it('stores the episodes of a series, its status, its channel and its id at TheTVDB', async () => {
    sources.add(3, 1, {
      type: 'series',
      year: 2020,
      offers: [{ service: 'Max', kind: 'subscription', price: 0 }],
    });
    await sync(toTmdb());
    const episodes = await prisma.episode.findMany({ orderBy: [{ season: 'asc' }, { episode: 'asc' }] });
    expect(
      episodes.map(({ season, episode, name, airDate }) => [
        `${season}.${episode}`,
        name,
        airDate?.toISOString().slice(0, 10),
      ]),
    ).toEqual([
      ['0.1', 'Episode 0.1', undefined],
      ['0.2', 'Episode 0.2', undefined],
      ['1.1', 'Episode 1.1', '2020-05-01'],
      ['1.2', 'Episode 1.2', '2020-05-02'],
      ['2.1', 'Episode 2.1', '2021-05-01'],
      ['2.2', 'Episode 2.2', '2021-05-02'],
    ]);
    expect(await prisma.seriesFacts.findFirstOrThrow()).toMatchObject({
      source: 'tmdb',
      status: 'returning',
      network: 'Netflix',
    });
    expect(await prisma.mediumId.findFirstOrThrow({ where: { scheme: 'tvdb' } })).toMatchObject({
      type: 'series',
      value: '50003',
    });
  });

  it('stores two channels of one provider as two providers', async () => {
    const inPrime = (addon: string) => ({ service: 'Prime', addon, kind: 'subscription' as const, price: 0 });
    sources.add(1, 1, { offers: [inPrime('Starz'), inPrime('MGM+')] });
    await sync(toStreaming());
    expect((await liveOffers()).map(({ provider, kind }) => `${provider.name} ${kind}`).sort()).toEqual([
      'MGM+ (Prime) subscription',
      'Starz (Prime) subscription',
    ]);
  });

  it('stores two people with the same name as two people', async () => {
    sources.add(1, 1);
    await sync(toTmdb());
    const people = await prisma.person.findMany({ where: { fullName: 'Alex Smith' } });
    expect(people).toHaveLength(2);
    expect(people.every(({ source }) => source === 'tmdb')).toBe(true);
  });

  it('makes writeStatus show the time since the last sync, and the offers that users reported as wrong', async () => {
    sources.add(1, 3);
    await sync(toStreaming());
    const [offer] = await liveOffers();
    const user = await prisma.user.create({
      data: { email: 'status@example.com', displayName: 'status', passwordHash: '-' },
    });
    await prisma.userWrongOffer.create({ data: { userId: user.id, providerMediumId: offer?.id ?? 0 } });
    const text = writeStatus(await createStatusRepository(prisma).read(), new Date());
    expect(text).toMatch(/streaming-availability +3 +0/);
    expect(text).toMatch(/streaming-availability +US +idle +0 h +0 h +-/);
    expect(text).toMatch(new RegExp(`1 +0 h +US +${offer?.provider.name} +${offer?.medium.title}`));
  });
});

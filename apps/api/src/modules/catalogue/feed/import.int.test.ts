import type { PrismaClient } from '@marquee/prisma';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase } from '#src/data/database.ts';
import { handmadeCataloguePath } from '#src/modules/catalogue/seed/demo-files.ts';
import { testDatabaseUrl } from '../../../../test/database.ts';
import { unique } from '../../../../test/factories.ts';
import { openFeedFile } from './feed-file.ts';
import { importCatalogue } from './import.service.ts';

let prisma: PrismaClient;
beforeAll(async () => {
  prisma = connectDatabase(await testDatabaseUrl());
});
afterAll(() => prisma.$disconnect());

/** Each test uses its own source. */
let source = '';
beforeEach(() => {
  source = unique('source');
});

interface Fields {
  key: string;
  [field: string]: unknown;
}

const line = ({ key, ...fields }: Fields): string =>
  JSON.stringify({ key, title: `Title ${key}`, type: 'movie', services: ['Netflix'], ...fields });
const run = (
  lines: readonly string[],
  options: { partial?: boolean; force?: boolean; checkedAt?: Date } = {},
) => importCatalogue(prisma, lines, { source, ...options });

const find = (key: string, type: 'movie' | 'series' = 'movie') =>
  prisma.medium.findUniqueOrThrow({
    where: { source_type_externalId: { source, type, externalId: key } },
    include: {
      genres: { include: { genre: true }, orderBy: { position: 'asc' } },
      credits: { include: { person: true }, orderBy: [{ role: 'asc' }, { position: 'asc' }] },
      offers: { include: { provider: true }, orderBy: { priceCents: 'asc' } },
    },
  });

describe('importCatalogue', () => {
  it("refreshes the planner's statistics after an import", async () => {
    const analyzedAt = async () => {
      const [row] = await prisma.$queryRaw<{ at: Date | null }[]>`
        SELECT last_analyze AS at FROM pg_stat_user_tables WHERE relname = 'credits'`;
      return row?.at?.getTime() ?? 0;
    };
    const before = await analyzedAt();
    await run([line({ key: 'statistics', cast: [{ name: unique('Ada '), character: null }] })]);
    await expect.poll(analyzedAt).toBeGreaterThan(before);
    const after = await analyzedAt();
    await run([line({ key: 'statistics', cast: [{ name: unique('Ada '), character: null }] })]);
    await expect.poll(analyzedAt, { message: 'statistics after a changed title' }).toBeGreaterThan(after);
  });

  it('writes every field of a feed line', async () => {
    const name = unique('Åsa Öberg ');
    const result = await run([
      line({
        key: 'a',
        genres: ['Drama', 'Crime', 'drama'],
        countries: ['SE', 'SE'],
        directors: [name],
        cast: [{ name: 'Someone Else', character: 'X' }, { name: name.toUpperCase() }],
        votes: 999,
        critical_rating: 71,
        tags: ['Cozy', 'cozy'],
        video_url: 'https://example.com/trailer',
        services: ['Disney Plus'],
        offers: [
          { service: 'Apple TV+', price: 3.99, url: 'https://example.com/rent', checked_at: '2026-01-02' },
          { service: 'apple-tv-plus', price: 9.99 },
        ],
      }),
    ]);
    expect(result).toMatchObject({ lines: 1, created: 1, updated: 0, unchanged: 0, bad: 0, delisted: 0 });
    const medium = await find('a');
    expect(medium).toMatchObject({ title: 'Title a', popularity: 3, criticalRating: 71, countries: ['SE'] });
    expect(medium.overview).toBeNull();
    expect(medium.genres.map(({ genre }) => genre.title)).toEqual(['Drama', 'Crime']);
    expect(medium.credits.map(({ role, position, person }) => [role, position, person.fullName])).toEqual([
      ['director', 0, name],
      ['cast', 0, 'Someone Else'],
      ['cast', 1, name],
    ]);
    expect(medium.credits[0]?.personId).toBe(medium.credits[2]?.personId);
    expect(await prisma.systemMediumTag.count({ where: { tag: 'cozy' } })).toBe(1);
    expect(medium.offers).toHaveLength(2);
    expect(medium.offers[0]).toMatchObject({ priceCents: 0, source, provider: { slug: 'disney-plus' } });
    expect(medium.offers[0]?.url).toContain(encodeURIComponent('Title a'));
    expect(medium.offers[1]).toMatchObject({ priceCents: 399, url: 'https://example.com/rent' });
    expect(medium.offers[1]?.checkedAt).toEqual(new Date('2026-01-02'));
  });

  it('writes themes in their order and the language, and reports themes that the vocabulary lacks', async () => {
    const themed = line({
      key: 'a',
      language: 'pt_br',
      themes: ['heists', 'no-such-theme', 'neo-noir', 'heists'],
    });
    const result = await run([themed, line({ key: 'b' })]);
    expect(result).toMatchObject({ created: 2, bad: 1, badLines: [{ line: 1 }] });
    expect(result.badLines[0]?.message).toContain('no-such-theme');
    const themesOf = async (key: string) => {
      const { language, themes } = await find(key);
      return { language, themes };
    };
    expect(await themesOf('a')).toEqual({ language: 'pt-BR', themes: ['heists', 'neo-noir'] });
    expect(await themesOf('b')).toEqual({ language: null, themes: [] });
    await run([line({ key: 'a', themes: ['neo-noir'] }), line({ key: 'b' })]);
    expect(await themesOf('a')).toEqual({ language: null, themes: ['neo-noir'] });
  });

  it('keeps what is loved with a title, also titles that follow in the file, and counts names that no title has', async () => {
    const imdb = `tt${Date.now().toString().slice(-9)}`;
    const result = await run([
      line({ key: 'a', loved_with: ['b', imdb, 'nowhere', 'a', 'b'], credits_scene: 'after' }),
      line({ key: 'b', loved_with: ['nowhere'] }),
      line({ key: 'c', ids: { imdb } }),
    ]);
    expect(result).toMatchObject({ created: 3, bad: 0, unknownLovedWith: 2 });
    expect(await find('a')).toMatchObject({ lovedWith: ['b', imdb, 'nowhere'], creditsScene: 'after' });
    const again = await run([line({ key: 'a' }), line({ key: 'b', loved_with: ['a'] })], { partial: true });
    expect(again.unknownLovedWith).toBe(0);
    expect(await find('a')).toMatchObject({ lovedWith: [], creditsScene: null });
  });

  it('keeps the day that an offer names, and moves the others with the file', async () => {
    const lines = [
      line({
        key: 'a',
        services: ['Netflix'],
        offers: [{ service: 'Hulu', checked_at: '2024-12-02' }],
      }),
    ];
    await run(lines, { checkedAt: new Date('2025-01-01') });
    expect(await run(lines, { checkedAt: new Date('2025-02-01') })).toMatchObject({ unchanged: 1 });
    const { offers } = await find('a');
    expect(offers.map(({ provider, checkedAt }) => [provider.name, checkedAt]).sort()).toEqual([
      ['Hulu', new Date('2024-12-02')],
      ['Netflix', new Date('2025-02-01')],
    ]);
  });

  it('reports invalid lines by number and imports the other lines', async () => {
    const result = await run([
      line({ key: 'a' }),
      'not json',
      '',
      line({ key: 'b', votes: -1 }),
      line({ key: 'a' }),
      line({ key: 'c' }),
    ]);
    expect(result).toMatchObject({
      created: 2,
      bad: 3,
      badLines: [
        { line: 2, message: 'is not JSON' },
        { line: 4, message: expect.stringContaining('votes') },
        { line: 5, message: 'repeats line 1' },
      ],
    });
  });

  it('writes only changed titles when the feed is imported again', async () => {
    const lines = ['a', 'b', 'c'].map((key) => line({ key, cast: ['Old Name'] }));
    await run(lines);
    const before = [await find('a'), await find('b')];
    const changed = [
      lines[0] ?? '',
      line({ key: 'b', title: 'New', genres: ['War'], cast: ['New Name'], services: ['Hulu'] }),
      lines[2] ?? '',
    ];
    expect(await run(changed)).toMatchObject({ created: 0, updated: 1, unchanged: 2, delisted: 0 });
    const after = [await find('a'), await find('b')];
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).toMatchObject({ id: before[1]?.id, title: 'New' });
    expect(after[1]?.credits.map(({ person }) => person.fullName)).toEqual(['New Name']);
    expect(
      after[1]?.offers.filter((offer) => offer.delistedAt === null).map(({ provider }) => provider.name),
    ).toEqual(['Hulu']);
    expect(after[1]?.offers).toHaveLength(2);
  });

  it('delists titles that a later feed lacks, and lists them again when a feed contains them', async () => {
    await run(['a', 'b', 'c'].map((key) => line({ key })));
    expect(await run([line({ key: 'a' }), line({ key: 'c' })])).toMatchObject({ delisted: 1 });
    const gone = await find('b');
    expect(gone.delistedAt).not.toBeNull();
    expect(gone.offers[0]?.delistedAt).not.toBeNull();
    expect(await run(['a', 'b', 'c'].map((key) => line({ key })))).toMatchObject({
      updated: 1,
      unchanged: 2,
    });
    const back = await find('b');
    expect(back).toMatchObject({ id: gone.id, delistedAt: null });
    expect(back.offers[0]?.delistedAt).toBeNull();
  });

  it('delists nothing with --partial, after an unreadable line, or when most titles are missing', async () => {
    const keys = Array.from({ length: 200 }, (_, index) => `k${index}`);
    const all = keys.map((key) => line({ key }));
    await run(all);
    expect(await run(all.slice(0, 150), { partial: true })).toMatchObject({
      delisted: 0,
      delistingSkipped: null,
    });
    expect(await run([...all.slice(0, 150), '{"key":'])).toMatchObject({
      delisted: 0,
      delistingSkipped: expect.any(String),
    });
    expect(await run(all.slice(0, 50))).toMatchObject({ delisted: 0, delistingSkipped: expect.any(String) });
    expect(await run([])).toMatchObject({ delisted: 0 });
    // An invalid line with a readable key still keeps its title listed.
    expect(await run([...all.slice(0, 199), line({ key: 'k199', votes: -1 })])).toMatchObject({
      bad: 1,
      delisted: 0,
    });
    expect(await run(all.slice(0, 50), { force: true })).toMatchObject({ delisted: 150 });
  });

  it('leaves titles of other sources unchanged', async () => {
    await run([line({ key: 'a' })]);
    const other = source;
    source = unique('source');
    expect(await run([line({ key: 'b' })])).toMatchObject({ created: 1, delisted: 0 });
    source = other;
    expect((await find('a')).delistedAt).toBeNull();
  });

  it('stores separate titles when a movie and a series, or two sources, use the same key', async () => {
    await run([line({ key: 'a' }), line({ key: 'a', type: 'series' })]);
    expect((await find('a')).id).not.toBe((await find('a', 'series')).id);
    const first = (await find('a')).id;
    source = unique('source');
    await run([line({ key: 'a' })]);
    expect((await find('a')).id).not.toBe(first);
  });

  it('reads source, credit and check date from the first line', async () => {
    const named = unique('named');
    await run([
      JSON.stringify({ feed: { source: named, credit: 'Acme', checked_at: '2026-02-03' } }),
      line({ key: 'a' }),
    ]);
    source = named;
    const [offer] = (await find('a')).offers;
    expect(offer).toMatchObject({ source: 'Acme', checkedAt: new Date('2026-02-03') });
  });

  it('updates the check date of unchanged offers, and never to an earlier date', async () => {
    const lines = [line({ key: 'a' })];
    await run(lines, { checkedAt: new Date('2026-01-01') });
    await run(lines, { checkedAt: new Date('2026-03-01') });
    await run(lines, { checkedAt: new Date('2026-02-01') });
    expect((await find('a')).offers[0]?.checkedAt).toEqual(new Date('2026-03-01'));
  });

  it('merges people by name across sources and keeps the spelling with the higher score', async () => {
    const name = unique('Zoé Saldañ');
    await run([line({ key: 'a', cast: [name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()] })]);
    const person = (await find('a')).credits[0]?.personId;
    source = unique('source');
    await run([line({ key: 'a', cast: [name] })]);
    source = unique('source');
    await run([line({ key: 'a', cast: [name.toLowerCase()] })]);
    expect((await find('a')).credits[0]).toMatchObject({ personId: person, person: { fullName: name } });
  });

  it('creates a missing provider as not featured', async () => {
    const service = unique('Service ');
    await run([line({ key: 'a', services: [service] })]);
    const [offer] = (await find('a')).offers;
    expect(offer?.provider).toMatchObject({ name: service, featured: false });
    expect(offer?.url).toMatch(/^https:/);
  });

  it('waits while another import runs', async () => {
    const lines = Array.from({ length: 600 }, (_, index) => line({ key: `k${index}` }));
    const other = connectDatabase(await testDatabaseUrl());
    try {
      const results = await Promise.all([run(lines), importCatalogue(other, lines, { source })]);
      expect(results.map(({ created }) => created).sort()).toEqual([0, 600].sort());
      expect(await prisma.medium.count({ where: { source } })).toBe(600);
    } finally {
      await other.$disconnect();
    }
  });

  it('continues where an interrupted import stopped', async () => {
    const lines = Array.from({ length: 1_200 }, (_, index) => line({ key: `k${index}` }));
    async function* broken(): AsyncGenerator<string> {
      yield* lines.slice(0, 1_100);
      throw new Error('the disk is gone');
    }
    await expect(importCatalogue(prisma, broken(), { source })).rejects.toThrow('the disk is gone');
    const { unchanged, created } = await run(lines);
    expect(unchanged + created).toBe(1_200);
    expect(unchanged).toBeGreaterThanOrEqual(500);
  });

  it('imports every hand-made title', async () => {
    const result = await importCatalogue(prisma, (await openFeedFile(handmadeCataloguePath)).lines, {
      source,
    });
    expect(result).toMatchObject({ bad: 0, delistingSkipped: null });
    source = 'invented';
    const twice = await find('two-spellings');
    expect(twice.credits.map(({ role, person }) => [role, person.fullName])).toEqual([
      ['director', 'José Núñez'],
      ['cast', 'José Núñez'],
    ]);
    expect((await find('crowd')).credits).toHaveLength(63);
    expect((await find('markup')).title).toBe('<b>Bold</b> & "Quoted" \'n\' 100% Safe');
  });
});

import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FeedTitle } from '#src/modules/catalogue/feed/feed.ts';
import { PLANS } from '#src/modules/plans/price-list.ts';
import { DEMO_LISTS, DEMO_RATINGS, DEMO_WATCH_LATER } from './demo-account.ts';
import { chooseSpellings, chooseTitles, cleanGenres, composeDemoCatalogue } from './demo-catalogue.ts';
import {
  handmadeCataloguePath,
  openFilmsPath,
  readDemoTitles,
  readTitles,
  staffListsPath,
} from './demo-files.ts';
import { StaffLists } from './seed.service.ts';
import { PROVIDERS, TAGS } from './seed-data.ts';

let demo: FeedTitle[];
let open: FeedTitle[];
let handmade: FeedTitle[];
beforeAll(async () => {
  [demo, open, handmade] = await Promise.all([
    readDemoTitles(),
    readTitles(openFilmsPath),
    readTitles(handmadeCataloguePath),
  ]);
});

describe('the demo catalogue', () => {
  it('contains at least 6,000 titles without duplicates, best known first', () => {
    expect(demo.length).toBeGreaterThanOrEqual(6_000);
    const votes = demo.map((title) => title.votes ?? 0);
    expect(votes).toEqual(votes.toSorted((one, other) => other - one));
    expect(new Set(demo.map(({ type, key }) => `${type} ${key}`)).size).toBe(demo.length);
  });

  it('contains at least 150 titles of each of the seven providers', () => {
    for (const { name } of PROVIDERS) {
      expect(demo.filter((title) => title.services.includes(name)).length).toBeGreaterThanOrEqual(150);
    }
  });

  it('contains no overviews, videos or posters', () => {
    for (const title of demo)
      expect([title.overview, title.video_url, title.poster_url]).toEqual([null, null, null]);
  });

  it('has the same text each time it is composed from the same titles', () => {
    const some = demo.slice(0, 50);
    expect(composeDemoCatalogue(some)).toBe(composeDemoCatalogue(some));
  });
});

it('chooseTitles selects the best known titles, then fills each provider with complete titles first', () => {
  const title = (key: string, services: string[], genres: string[] = []): FeedTitle => ({
    ...(demo[0] ?? expect.fail()),
    key,
    title: key,
    services,
    genres,
  });
  const all = [
    title('a', ['X']),
    title('b', ['X']),
    title('c', ['Y']),
    title('d', ['Y'], ['Drama']),
    title('e', []),
  ];
  expect(chooseTitles(all, 2, 1).map(({ key }) => key)).toEqual(['a', 'b', 'd']);
});

it('cleanGenres removes Documentary and Reality from acted titles', () => {
  const title = (genres: string[], characters: string[]) => ({
    key: 'k',
    genres,
    cast: characters.map((character) => ({ name: 'N', id: null, character })),
  });
  const parts = ['Neo', 'Trinity', 'Morpheus', 'Niobe', 'Agent Smith'];
  expect(cleanGenres(title(['Thriller', 'Documentary', 'Action'], parts))).toEqual(['Thriller', 'Action']);
  expect(cleanGenres(title(['Comedy', 'Reality'], parts))).toEqual(['Comedy']);
  // cleanGenres keeps genres when a documentary has acted scenes, when too few parts are known, and when people play
  // themselves.
  for (const kept of [
    title(['Documentary', 'Crime'], parts),
    title(['Crime', 'Documentary'], parts.slice(1)),
    title(['Comedy', 'Documentary'], [...parts, 'Self (archive footage)']),
  ])
    expect(cleanGenres(kept)).toEqual(kept.genres);
});

it('chooseSpellings returns one spelling per person', () => {
  const spellings = chooseSpellings(['ZOE SALDANA', 'Zoe Saldana', 'Zoe Saldana', 'Zoë Saldaña']);
  expect(spellings.get('zoesaldana')).toBe('Zoë Saldaña');
});

it('the open films have trailers, and their overviews name the license', () => {
  expect(open).toHaveLength(3);
  for (const { video_url, overview } of open) {
    expect(video_url).not.toBeNull();
    expect(overview).toMatch(/an open film by the Blender Foundation under a Creative Commons/);
  }
});

describe('the hand-made titles', () => {
  it('are marked as invented and are not seeded', () => {
    for (const { overview } of handmade)
      if (overview !== null) expect(overview).toMatch(/^An invented title/);
    const shipped = new Set([...demo, ...open].map(({ type, key }) => `${type} ${key}`));
    expect(handmade.filter(({ type, key }) => shipped.has(`${type} ${key}`))).toEqual([]);
  });

  it('contain cases that the demo catalogue lacks', () => {
    const some = (has: (title: FeedTitle) => boolean): void => expect(handmade.some(has)).toBe(true);
    some((title) => title.services.length + title.offers.length === 0);
    some((title) => title.offers.length > 0 && title.offers.every((offer) => offer.price > 0));
    some((title) => title.critical_rating === 100);
    some((title) => title.critical_rating === 0);
    some((title) => title.title.length > 150);
    some((title) => title.genres.length === 0);
    some((title) => title.cast.length + title.directors.length === 0);
    some((title) => /[<>&"]/.test(title.title));
    some((title) => handmade.some((other) => other.key === title.key && other.type !== title.type));
  });
});

describe('staff lists and the demo account', () => {
  it('contain only demo titles without duplicates, 12 to 25 per staff list', async () => {
    const lists = StaffLists.parse(JSON.parse(await readFile(staffListsPath, 'utf8')));
    expect(lists.length).toBeGreaterThanOrEqual(10);
    const known = new Map(demo.map(({ type, key, title }) => [`${type} ${key}`, title]));
    for (const { titles } of lists) {
      expect(titles.length).toBeGreaterThanOrEqual(12);
      expect(titles.length).toBeLessThanOrEqual(25);
      expect(new Set(titles.map(({ key }) => key)).size).toBe(titles.length);
    }
    const named = [...lists, ...DEMO_LISTS].flatMap(({ titles }) => titles);
    for (const { type, key, title } of [...named, ...DEMO_RATINGS, ...DEMO_WATCH_LATER]) {
      expect(known.get(`${type} ${key}`)).toBe(title);
    }
  });

  it('contain only titles that fit the list name in runtime, year, seasons or genre', async () => {
    const lists = StaffLists.parse(JSON.parse(await readFile(staffListsPath, 'utf8')));
    const titlesOf = (name: string): FeedTitle[] =>
      (lists.find((list) => list.name === name)?.titles ?? []).map(
        ({ type, key }) => demo.find((title) => title.type === type && title.key === key) ?? expect.fail(key),
      );
    for (const title of titlesOf('In and Out in 90 Minutes'))
      expect(title.runtime_minutes).toBeLessThanOrEqual(90);
    for (const title of titlesOf('Old, Not Slow')) expect(title.release_year).toBeLessThan(1960);
    for (const title of titlesOf('One Season and Out'))
      expect(title).toMatchObject({ type: 'series', seasons: 1 });
    for (const title of titlesOf('True and Stranger')) expect(title.genres).toContain('Documentary');
  });

  it('use only suggested tags for ratings', () => {
    for (const { tags } of DEMO_RATINGS) for (const tag of tags) expect(TAGS).toContain(tag);
  });
});

it('the seed data contain at least sixty tags and the prices of the four plans', () => {
  expect(new Set(TAGS.map((tag) => tag.toLowerCase())).size).toBe(TAGS.length);
  expect(TAGS.length).toBeGreaterThanOrEqual(60);
  expect(PLANS.map(({ pricing }) => pricing.priceInCents)).toEqual([399, 3900, 4900, 0]);
});

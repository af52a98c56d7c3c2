import type { MediaReply, ThemeCount } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { importCatalogue } from '#src/modules/catalogue/catalogue.ts';
import { startApp } from '../../../test/app.ts';
import { createUser } from '../../../test/factories.ts';

let app: Awaited<ReturnType<typeof startApp>>;
let user: User;

const TITLES = [
  { key: 'one', themes: ['heists', 'neo-noir'], countries: ['KR', 'US'], language: 'ko', release_year: 1994 },
  { key: 'two', themes: ['heists'], countries: ['US'], language: 'en', release_year: 2003 },
  { key: 'three', themes: ['neo-noir', 'world-of-its-own'], countries: ['JP'], release_year: 1999 },
  { key: 'four' },
];

beforeAll(async () => {
  app = await startApp();
  const lines = TITLES.map((title) => JSON.stringify({ type: 'movie', title: title.key, ...title }));
  await importCatalogue(app.prisma, lines, { source: 'test' });
  user = await createUser(app.prisma, { unavailableTitles: true });
  await app.deps.inMemory.refresh();
});

const get = (path: string) => app.as(user).get(path);
const found = async (query: string): Promise<string[]> => {
  const { media }: MediaReply = (await get(`/api/v2/media?view=card&${query}`).expect(200)).body;
  return media.map(({ title }) => title).sort();
};
const themes = async (query = ''): Promise<ThemeCount[]> =>
  (await app.visitor.get(`/api/v1/themes?query=${query}`).expect(200)).body.themes;
const slugs = async (query: string): Promise<string[]> => (await themes(query)).map(({ slug }) => slug);

describe('GET /api/v1/themes', () => {
  it('lists the themes that titles have, those with more titles first', async () => {
    expect(await themes()).toEqual([
      { slug: 'heists', group: 'about', label: 'heists', count: 2 },
      { slug: 'neo-noir', group: 'kind', label: 'neo-noir', count: 2 },
    ]);
  });

  it('finds a theme by the start of its label, of its slug and of another word for it, and forgives a typo', async () => {
    expect(await slugs('second cha')).toEqual(['redemption']);
    expect(await slugs('redem')).toEqual(['redemption']);
    expect(await slugs('coming of')).toEqual(['growing-up']);
    expect(await slugs('revegne')).toEqual(['revenge']);
    expect(await slugs('zzzz')).toEqual([]);
  });
});

describe('what a title is about', () => {
  it('is in the full view, and countries and language are in cards too', async () => {
    const { media }: MediaReply = (await get('/api/v2/media?selection=search&query=one').expect(200)).body;
    expect(media[0]).toMatchObject({
      overview: null,
      themes: [
        { slug: 'heists', group: 'about', label: 'heists' },
        { slug: 'neo-noir', group: 'kind' },
      ],
      countries: ['KR', 'US'],
      language: 'ko',
    });
    const card = (await get('/api/v2/media?selection=search&query=four&view=card').expect(200)).body.media[0];
    expect(card).toMatchObject({ title: 'four', countries: [], language: null });
    expect(card).not.toHaveProperty('themes');
  });
});

describe('the filters theme, country, language and decade', () => {
  it('keep titles with all of the themes, and with any of the countries, languages and decades', async () => {
    expect(await found('theme=heists')).toEqual(['one', 'two']);
    expect(await found('theme=heists,neo-noir')).toEqual(['one']);
    expect(await found('country=KR,JP')).toEqual(['one', 'three']);
    expect(await found('language=ko,en')).toEqual(['one', 'two']);
    expect(await found('decade=1990')).toEqual(['one', 'three']);
    expect(await found('decade=1990,2000&theme=heists&country=US')).toEqual(['one', 'two']);
    expect(await found('language=sv')).toEqual([]);
  });

  it.each([
    'theme=no-such',
    'theme=',
    'country=XX',
    'country=kr',
    'language=zz',
    'decade=1995',
    'theme=heists,',
  ])('refuse %s, which nothing can have, also on a search for people', async (query) => {
    await get(`/api/v2/media?${query}`).expect(422);
    await get(`/api/v2/media?selection=search&search_type=people&query=a&${query}`).expect(422);
  });

  it('refuse a repeated key and leave the saved filters as they are', async () => {
    await get('/api/v2/media?theme=heists&theme=neo-noir').expect(422);
    await found('theme=heists');
    expect(await found('')).toHaveLength(4);
  });
});

import type { MediumCard } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createList, createMedium, createUser } from '../../../test/factories.ts';

const app = await startApp();
const { prisma, deps, as } = app;
let user: User;

/** Creates a title with names. */
async function createNamed(title: string, names: Record<string, string>) {
  const data = Object.entries(names).map(([language, name]) => ({ language, title: name, source: 'test' }));
  return (await createMedium(prisma, { title, popularity: 1, names: { create: data } })).id;
}
const gladiator = await createNamed('Gladiator', {
  pl: 'Gladiator',
  pt: 'Gladiador',
  'pt-BR': 'O Gladiador',
});
const rings = await createNamed('The Fellowship of the Ring', {
  pl: 'Władca Pierścieni: Drużyna Pierścienia',
});
const spirited = await createNamed('Spirited Away', {
  ja: '千と千尋の神隠し',
  pl: 'Spirited Away: W krainie bogów',
});
const plain = await createNamed('A Plain Title', {});

beforeAll(async () => {
  user = await createUser(prisma, { unavailableTitles: true });
  await deps.inMemory.refresh();
});

const get = (path: string, languages = '') =>
  as(user).get(path).set('accept-language', languages).expect(200);

async function search(query: string, languages = ''): Promise<MediumCard[]> {
  return (await get(`/api/v2/media?view=card&query=${encodeURIComponent(query)}`, languages)).body.media;
}

describe('the names of a title in other languages', () => {
  it('are in the full view, empty when none is known, and not in cards', async () => {
    const { medium } = (await get(`/api/v1/media/${gladiator}`)).body;
    expect(medium).toMatchObject({
      title: 'Gladiator',
      titles: { pl: 'Gladiator', pt: 'Gladiador', 'pt-BR': 'O Gladiador' },
    });
    expect((await get(`/api/v1/media/${plain}`)).body.medium.titles).toEqual({});
    expect((await search('A Plain Title'))[0]).not.toHaveProperty('titles');
  });

  it.each([
    ['Gladiador', gladiator],
    ['gladiado', gladiator],
    ['Władca Pierścieni', rings],
    ['wladca pierscieni', rings],
    ['Drużyna Pierścienia', rings],
    ['千と千尋の神隠し', spirited],
    ['千尋', spirited],
    ['神', spirited],
    ['し', spirited],
    ['krainie bogow', spirited],
  ])('find the title: %s', async (query, id) => {
    expect((await search(query)).map((medium) => medium.id)).toEqual([id]);
  });

  it('do not mix with the words of another name, or with pairs of letters that the name lacks', async () => {
    expect(await search('Fellowship Pierścieni')).toEqual([]);
    expect(await search('千神')).toEqual([]);
  });
});

describe('local_title', () => {
  it.each([
    ['the first language that is known', 'de, pt;q=0.9, pl;q=0.8', 'Gladiador'],
    ['a language whose region is not known', 'pt-PT', 'Gladiador'],
    ['the name of the region', 'pt-BR,pt', 'O Gladiador'],
    ['a later language when the name is equal to the title', 'pl,pt', 'Gladiador'],
    ['no name that is equal to the title', 'pl', null],
    ['no name for the usual caller', 'en-US,en;q=0.9', null],
    ['no name for a header that is no list of languages', ';;,"\u00e9,=', null],
  ])('is %s', async (_case, languages, expected) => {
    const reply = await get(
      `/api/v1/media/${gladiator}`,
      Buffer.from(languages, 'latin1').toString('latin1'),
    );
    expect(reply.body.medium).toMatchObject({ title: 'Gladiator', local_title: expected });
    expect(reply.headers.vary).toContain('Accept-Language');
  });

  it('is in the replies to a visitor, in search, rows, lists and after a write', async () => {
    const visitor = await app.visitor.get(`/api/v1/media/${rings}`).set('accept-language', 'pl').expect(200);
    expect(visitor.body.medium.local_title).toBe('Władca Pierścieni: Drużyna Pierścienia');
    expect((await search('Gladiator', 'pt'))[0]?.local_title).toBe('Gladiador');
    const { body } = await as(user)
      .post(`/api/v1/media/${spirited}/user_medium_hiddens/remove`)
      .set('accept-language', 'ja')
      .expect(200);
    expect(body.medium.local_title).toBe('千と千尋の神隠し');
  });

  it('is that of the caller although the page of another language is cached', async () => {
    const list = await createList(prisma, user, { media: [{ id: gladiator }] });
    const inList = async (languages: string) =>
      (await get(`/api/v1/user_lists/${list.id}`, languages)).body.user_list.media[0].local_title;
    const onDiscover = async (languages: string) => {
      const { grouped_media } = (
        await get('/api/v2/media?grouped_genres=true&view=card&all_streaming=true', languages)
      ).body;
      const cards: MediumCard[] = grouped_media.flatMap(({ media }: { media: MediumCard[] }) => media);
      return cards.find(({ id }) => id === gladiator)?.local_title;
    };
    for (const local of [inList, onDiscover])
      for (let time = 0; time < 2; time++)
        expect([await local('pt'), await local('en'), await local('pt-BR'), await local('')]).toEqual([
          'Gladiador',
          null,
          'O Gladiador',
          null,
        ]);
  });
});

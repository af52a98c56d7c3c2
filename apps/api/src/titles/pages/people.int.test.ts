import { portraitPath } from '@marquee/artwork/paths';
import type { Person } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createMedium, createUser, unique } from '../../../test/factories.ts';

let app: Awaited<ReturnType<typeof startApp>>;
let user: User;

/** Names and popularities. The ids of the people have this order. */
const PEOPLE: [string, number][] = [
  ['Tom Hanks', 90],
  ['Tom Hardy', 80],
  ['Colin Hanks', 20],
  ['Tom', 1],
  ['Penélope Cruz', 70],
  ['Steven Spielberg', 95],
  ['Sinéad O’Connor', 10],
  ['Jean-Luc Godard', 60],
  ['100% Hotter', 5],
  ['Hanks Nobody', 0],
  ['Nine One Two Three Four Five Six Seven', 3],
];

beforeAll(async () => {
  app = await startApp();
  user = await createUser(app.prisma);
  for (const [fullName, popularity] of PEOPLE) {
    const person = await app.prisma.person.create({
      data: {
        source: 'test',
        externalId: unique('p'),
        fullName,
        ...(fullName === 'Tom' && { imageUrl: 'https://example.com/tom.jpg' }),
      },
    });
    const medium = await createMedium(app.prisma, { popularity });
    await app.prisma.credit.create({
      data: { mediumId: medium.id, personId: person.id, role: 'cast', position: 0 },
    });
  }
  await app.deps.inMemory.refresh();
});

async function search(query: string, more = ''): Promise<{ people: Person[]; pagination: object }> {
  return (
    await app
      .as(user)
      .get(`/api/v1/people?query=${encodeURIComponent(query)}${more}`)
      .expect(200)
  ).body;
}
const names = async (query: string): Promise<string[]> =>
  (await search(query)).people.map((person) => person.full_name);

describe('GET /api/v1/people', () => {
  it('reads a query to its eighth word', async () => {
    expect(await names(`${'tom '.repeat(7)}hanks`)).toEqual(['Tom Hanks']);
    expect(await names(`${'tom '.repeat(8)}hanks`)).toEqual(await names('tom tom'));
    expect(await names('ni one two three four five six seven ignored')).toEqual([
      'Nine One Two Three Four Five Six Seven',
    ]);
  });

  it.each([
    ['tom hanks', ['Tom Hanks']],
    ['TOM', ['Tom', 'Tom Hanks', 'Tom Hardy']],
    ['to ha', ['Tom Hanks', 'Tom Hardy']],
    ['hank', ['Tom Hanks', 'Colin Hanks', 'Hanks Nobody']],
    ['hanks', ['Tom Hanks', 'Colin Hanks', 'Hanks Nobody']],
    ['hanks tom', ['Tom Hanks']],
    ['anks', ['Tom Hanks', 'Colin Hanks', 'Hanks Nobody']],
    ['penelope', ['Penélope Cruz']],
    ['PENÉLOPE CRÚZ', ['Penélope Cruz']],
    ['oconnor', ['Sinéad O’Connor']],
    ["o'connor", ['Sinéad O’Connor']],
    ['jean luc', ['Jean-Luc Godard']],
    ['100%', ['100% Hotter']],
    // Each query has one typo: a changed, missing, added or swapped letter.
    ['spielburg', ['Steven Spielberg']],
    ['speilberg', ['Steven Spielberg']],
    ['spelberg', ['Steven Spielberg']],
    ['spiellberg', ['Steven Spielberg']],
    ['tom hnaks', ['Tom Hanks']],
    ['hnaks', ['Tom Hanks', 'Colin Hanks', 'Hanks Nobody']],
    ['godrad', ['Jean-Luc Godard']],
    ['cruzz', ['Penélope Cruz']],
    // Nothing is found with two typos in a word or without letters.
    ['spieldurg', []],
    ['%', []],
    ['…', []],
  ])('returns for the query “%s”: %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('returns all people for an empty query, best known first', async () => {
    const { body } = await app.as(user).get('/api/v1/people.json?per_page=3').expect(200);
    expect(body.people.map(({ full_name }: Person) => full_name)).toEqual([
      'Steven Spielberg',
      'Tom Hanks',
      'Tom Hardy',
    ]);
    expect(body.pagination).toEqual({ current_page: 1, has_more: true, page_count: 4, total_count: 11 });
    const { people, pagination } = await search('', '&per_page=3&page=5');
    expect(people).toEqual([]);
    expect(pagination).toEqual({ current_page: 5, has_more: false, page_count: 4, total_count: 11 });
  });

  it('does not return people whose titles are all delisted', async () => {
    const [famous, gone] = [
      await createMedium(app.prisma),
      await createMedium(app.prisma, { delistedAt: new Date() }),
    ];
    const people = [
      ['Zelda Listed', [famous, gone]],
      ['Zelda Delisted', [gone]],
      ['Zelda Uncredited', []],
    ] as const;
    for (const [position, [fullName, media]] of people.entries()) {
      await app.prisma.person.create({
        data: {
          source: 'test',
          externalId: unique('p'),
          fullName,
          credits: { create: media.map(({ id }) => ({ mediumId: id, role: 'cast', position })) },
        },
      });
    }
    await app.deps.inMemory.refresh();
    expect(await search('zelda')).toMatchObject({
      people: [{ full_name: 'Zelda Listed' }],
      pagination: { total_count: 1 },
    });
    // Only people with a listed title are found, even for a query with a typo.
    expect(await names('zedla')).toEqual(['Zelda Listed']);
  });

  it('returns the page and the page size that the query selects, and an empty page past the end', async () => {
    expect((await search('hanks', '&per_page=2&page=2')).people).toHaveLength(1);
    const past = await search('hanks', '&page=5');
    expect(past).toEqual({
      people: [],
      pagination: { current_page: 5, has_more: false, page_count: 1, total_count: 3 },
    });
  });

  it('finds the same people as GET /api/v2/media with search_type=people', async () => {
    const { body } = await app
      .as(user)
      .get('/api/v2/media?selection=search&search_type=people&query=hardy')
      .expect(200);
    expect(body.people.map(({ full_name }: Person) => full_name)).toEqual(['Tom Hardy']);
  });

  it('returns 422 for a query of more than 200 characters', async () => {
    await app
      .as(user)
      .get(`/api/v1/people?query=${'x'.repeat(200)}`)
      .expect(200);
    await app
      .as(user)
      .get(`/api/v1/people?query=${'x'.repeat(201)}`)
      .expect(422);
  });
});

describe('GET /api/v1/people/{id}', () => {
  it('returns an absolute address for an image from a source and for a generated portrait', async () => {
    const [hanks] = (await search('tom hanks')).people;
    const { body } = await app.as(user).get(`/api/v1/people/${hanks?.id}`).expect(200);
    expect(body.person).toEqual({
      id: hanks?.id,
      full_name: 'Tom Hanks',
      image: `${app.deps.env.API_ORIGIN}${portraitPath({ id: hanks?.id ?? 0, name: 'Tom Hanks' })}`,
    });
    expect((await search('tom')).people[0]?.image).toBe('https://example.com/tom.jpg');
  });

  it.each(['2147483647', '0', 'x', '99999999999'])('returns 404 for the id %s', async (id) => {
    await app.as(user).get(`/api/v1/people/${id}`).expect(404);
  });
});

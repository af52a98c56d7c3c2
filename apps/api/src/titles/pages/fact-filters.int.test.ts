import type { MediaReply } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createList, createUser, unique } from '../../../test/factories.ts';

let app: Awaited<ReturnType<typeof startApp>>;
let user: User;
let genreId: number;
let listId: number;
let personId: number;
const ids: Record<string, number> = {};

/** Name, year, minutes, age rating and whether the title has the genre. */
const TITLES = [
  ['Harbor one', 1984, 95, 'PG', true],
  ['Harbor two', 1999, 140, 'R', true],
  ['Harbor three', 2012, 80, 'R', false],
  ['Harbor four', null, null, null, true],
] as const;

beforeAll(async () => {
  app = await startApp();
  const { prisma } = app;
  genreId = (await prisma.genre.create({ data: { title: unique('genre') } })).id;
  const person = await prisma.person.create({
    data: { source: 'test', externalId: unique('p'), fullName: 'Saoirse Bronagh' },
  });
  personId = person.id;
  for (const [title, releaseYear, runtimeMinutes, ageRating, hasGenre] of TITLES) {
    const medium = await prisma.medium.create({
      data: {
        source: 'test',
        externalId: unique('m'),
        type: 'movie',
        title,
        releaseYear,
        runtimeMinutes,
        ageRating,
        popularity: 10,
        credits: { create: { personId, role: 'cast', position: 0 } },
        ...(hasGenre && { genres: { create: { genreId } } }),
      },
    });
    ids[title.replace('Harbor ', '')] = medium.id;
  }
  user = await createUser(prisma, { unavailableTitles: true });
  const media = Object.values(ids).map((id) => ({ id }));
  listId = (await createList(prisma, user, { media })).id;
  await app.deps.inMemory.refresh();
});

const read = async (query: string): Promise<MediaReply> =>
  (await app.as(user).get(`/api/v2/media?view=card&${query}`).expect(200)).body;
const found = async (query: string): Promise<(string | undefined)[]> =>
  (await read(query)).media.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id)).sort();

describe('filters by facts of GET /api/v2/media', () => {
  it('keep titles with the genre, the years, the runtime and the age rating, and no title without the fact', async () => {
    expect(await found(`genre_id=${genreId}`)).toEqual(['four', 'one', 'two']);
    expect(await found('year_from=1999')).toEqual(['three', 'two']);
    expect(await found('year_to=1999')).toEqual(['one', 'two']);
    expect(await found('year_from=1985&year_to=2000')).toEqual(['two']);
    expect(await found('runtime_max=95')).toEqual(['one', 'three']);
    expect(await found('age_rating=R')).toEqual(['three', 'two']);
    expect(await found(`genre_id=${genreId}&age_rating=R&runtime_max=200`)).toEqual(['two']);
  });

  it('apply to every selection and to rows', async () => {
    for (const mode of [
      'selection=recommended',
      'selection=to_rate',
      'selection=rate',
      'selection=search&query=harbor',
      `selection=single_list&id=${listId}`,
      `personId=${personId}`,
      `selection=similar&medium_id=${ids.three}`,
      'row=recommended',
      `row=genre-${genreId}`,
    ])
      expect(await found(`${mode}&age_rating=R&runtime_max=200&year_to=2000`), mode).toEqual(['two']);
    const rated = { user_medium_rating: { rating: 9 } };
    const rater = app.as(await createUser(app.prisma, { unavailableTitles: true }));
    for (const id of Object.values(ids))
      await rater.post(`/api/v1/media/${id}/user_medium_ratings`).send(rated);
    for (const selection of ['history', 'rating_history']) {
      const { body } = await rater.get(`/api/v2/media?selection=${selection}&age_rating=PG`).expect(200);
      expect(body.media.map(({ id }: { id: number }) => id)).toEqual([ids.one]);
    }
    await rater.post(`/api/v1/media/${ids.two}/user_medium_hiddens`).expect(200);
    const hidden = await rater.get('/api/v2/media?selection=hidden&year_to=1990').expect(200);
    expect(hidden.body.media).toEqual([]);
  });

  it('keep the groups of Discover to titles that pass', async () => {
    const { grouped_media } = await read('grouped_genres=true&age_rating=PG');
    expect(new Set(grouped_media.flatMap(({ media }) => media.map(({ id }) => id)))).toEqual(
      new Set([ids.one]),
    );
  });

  it.each([
    ['genre_id=2000000000', 'genre_id'],
    ['genre_id=horror', 'genre_id'],
    ['age_rating=X-99', 'age_rating'],
    ['age_rating=', 'age_rating'],
    ['year_from=85', 'year_from'],
    ['year_to=soon', 'year_to'],
    ['runtime_max=0', 'runtime_max'],
  ])('return 422 with an error at the field for %s', async (query, field) => {
    for (const mode of ['', 'search_type=people&query=harbor', 'grouped_genres=true', 'selection=hidden']) {
      const reply = await app.as(user).get(`/api/v2/media?${mode}&${query}`);
      expect([reply.status, Object.keys(reply.body.errors ?? {})], mode).toEqual([422, [field]]);
    }
  });

  it('have their age ratings in GET /api/v1/user_medium_genres, mildest first', async () => {
    const { body } = await app.as(user).get('/api/v1/user_medium_genres').expect(200);
    expect(body.age_ratings).toEqual(['PG', 'R']);
  });
});

describe('a query without a selection', () => {
  it('searches, and an empty query or another mode does not', async () => {
    expect(await found('query=harbor+two')).toEqual(['two']);
    expect(await found('query=')).toHaveLength(TITLES.length);
    expect(await found(`query=two&personId=${personId}`)).toHaveLength(TITLES.length);
    expect(await found('query=two&selection=recommended')).toHaveLength(TITLES.length);
    expect((await read('query=two&grouped_genres=true')).grouped_media).not.toEqual([]);
  });

  it('finds a person whose name is written with a typo, in every mode', async () => {
    for (const path of [
      '/api/v1/people?',
      '/api/v2/media?search_type=people&',
      '/api/v2/media?selection=search&search_type=people&',
    ]) {
      for (const query of ['Saoirse+Bronahg', 'Soairse', 'bronag', 'Saoirs+Brongah']) {
        const { body } = await app.as(user).get(`${path}query=${query}`).expect(200);
        expect(
          body.people.map(({ id }: { id: number }) => id),
          `${path} ${query}`,
        ).toEqual([personId]);
      }
    }
  });
});

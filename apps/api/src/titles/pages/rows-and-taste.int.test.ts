import type { LearnedKind, MediaReply, TasteReply } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createUser, unique } from '../../../test/factories.ts';

let app: Awaited<ReturnType<typeof startApp>>;
const GENRES = ['Horror', 'Romance', 'Western', 'Comedy', 'Drama'] as const;
type Genre = (typeof GENRES)[number];
const genreIds = new Map<Genre, number>();
/** Titles of each genre, best known first. */
const titles = new Map<Genre, number[]>();
let director: number;
let staffList: number;

const PER_GENRE = 30;
const titlesOf = (genre: Genre): number[] => titles.get(genre) ?? [];

beforeAll(async () => {
  app = await startApp();
  const { prisma } = app;
  const person = await prisma.person.create({
    data: { source: 'test', externalId: unique('p'), fullName: 'Hanna Horror' },
  });
  director = person.id;
  for (const [at, title] of GENRES.entries()) {
    const { id: genreId } = await prisma.genre.create({ data: { title } });
    genreIds.set(title, genreId);
    const made = await prisma.medium.createManyAndReturn({
      data: Array.from({ length: PER_GENRE }, (_, n) => ({
        source: 'test',
        externalId: unique('m'),
        title: `${title} ${n}`,
        type: n % 3 === 0 ? ('series' as const) : ('movie' as const),
        releaseYear: 1990 + ((n * 7 + at) % 30),
        popularity: 1_000 - n,
      })),
    });
    const ids = made.map(({ id }) => id);
    await prisma.mediumGenre.createMany({ data: ids.map((mediumId) => ({ mediumId, genreId })) });
    titles.set(title, ids);
  }
  await prisma.credit.createMany({
    data: titlesOf('Horror')
      .slice(0, 5)
      .map((mediumId) => ({ mediumId, personId: person.id, role: 'director', position: 0 })),
  });
  const list = await prisma.userList.create({
    data: {
      listType: 'staff',
      name: 'Hand-picked',
      media: { create: titlesOf('Drama').map((mediumId, at) => ({ mediumId, position: at })) },
    },
  });
  staffList = list.id;
  await app.deps.inMemory.refresh();
});

async function read(user: User, query: string, path = '/api/v2/media'): Promise<MediaReply> {
  return (await app.as(user).get(`${path}?view=card&${query}`).expect(200)).body;
}

async function allPages(user: User, query: string, path?: string): Promise<MediaReply['media']> {
  const media: MediaReply['media'] = [];
  for (let page = 1; ; page++) {
    const reply = await read(user, `${query}&per_page=7&page=${page}`, path);
    media.push(...reply.media);
    if (!reply.pagination.has_more) {
      expect(media).toHaveLength(reply.pagination.total_count);
      expect(new Set(media.map(({ id }) => id)).size).toBe(media.length);
      return media;
    }
  }
}

const createMember = (): Promise<User> => createUser(app.prisma, { unavailableTitles: true });

/** Creates a member with a rating of 9 for ten horror titles, 2 for ten romances and 6 for two comedies. */
async function createFan(): Promise<User> {
  const user = await createMember();
  const rated = [
    ...titlesOf('Horror')
      .slice(0, 10)
      .map((mediumId) => ({ mediumId, rating: 9, tags: ['Scary'] })),
    ...titlesOf('Romance')
      .slice(0, 10)
      .map((mediumId) => ({ mediumId, rating: 2, tags: [] })),
    ...titlesOf('Comedy')
      .slice(0, 2)
      .map((mediumId) => ({ mediumId, rating: 6, tags: ['scary', 'light'] })),
  ];
  const start = Date.now();
  await app.prisma.userMediumRating.createMany({
    data: rated.map((row, at) => ({ ...row, userId: user.id, updatedAt: new Date(start + at) })),
  });
  return user;
}

const isFalling = (values: readonly number[]): boolean =>
  values.every((value, at) => at === 0 || value <= (values[at - 1] ?? 0));

describe('the row of the Palme d’Or', () => {
  it('comes with the taste rows, once three winners are loved, with winners and competitors that are not rated', async () => {
    const user = await createUser(app.prisma, { unavailableTitles: true });
    const ids = titlesOf('Western').slice(0, 6);
    const palme = (result: string) => [
      { event: 'cannes', year: 2000, prize: "palme d'or", category: "palme d'or", result },
    ];
    await app.prisma.medium.updateMany({ where: { id: { in: ids } }, data: { awards: palme('won') } });
    await app.prisma.medium.update({ where: { id: ids[5] }, data: { awards: palme('nominated') } });
    await app.deps.inMemory.refresh();
    const rowOf = async () =>
      (await read(user, 'grouped_genres=true&taste_rows=true')).grouped_media.find(
        ({ id }) => id === 'award-palme-dor',
      );
    const rate = (id: number | undefined, rating: number) =>
      app.as(user).post(`/api/v1/media/${id}/user_medium_ratings`).send({ user_medium_rating: { rating } });
    for (const id of ids.slice(0, 2)) await rate(id, 9);
    await rate(ids[2], 7);
    expect(await rowOf()).toBeUndefined();
    await rate(ids[2], 8);
    expect(await rowOf()).toMatchObject({ kind: 'taste', title: 'Palme d’Or and near it' });
    const { media } = await read(user, 'row=award-palme-dor');
    expect(media.map(({ id }) => id).sort()).toEqual(ids.slice(3).sort());
    expect((await read(user, 'grouped_genres=true')).grouped_media.map(({ id }) => id)).not.toContain(
      'award-palme-dor',
    );
  });
});

describe('row={group id} with sort', () => {
  it('returns every title of the row once, in the order of likelihood, year or popularity', async () => {
    const fan = await createFan();
    for (const row of ['recommended', `genre-${genreIds.get('Drama')}`, `staff-${staffList}`]) {
      const own = await allPages(fan, `row=${row}`);
      const match = await allPages(fan, `row=${row}&sort=match`);
      const newest = await allPages(fan, `row=${row}&sort=newest`);
      const known = await allPages(fan, `row=${row}&sort=known`);
      for (const sorted of [match, newest, known]) expect(sorted).toHaveLength(own.length);
      expect(isFalling(match.map(({ likelyhood }) => likelyhood ?? 0))).toBe(true);
      expect(isFalling(newest.map(({ release_year }) => release_year ?? 0))).toBe(true);
      if (row !== 'recommended') expect(known.map(({ id }) => id)).toEqual(titlesOf('Drama'));
      // A sort reads arrays that the cached ranking owns.
      expect(await allPages(fan, `row=${row}`)).toEqual(own);
    }
  });

  it('returns the titles of a decade, and 422 for a year that begins no decade', async () => {
    const user = await createMember();
    const media = await allPages(user, 'row=decade-1990&sort=newest');
    expect(media[0]?.release_year).toBe(1999);
    expect(media.at(-1)?.release_year).toBe(1990);
    expect((await read(user, 'row=decade-1890')).row?.title).toBe('1890s');
    await app.as(user).get('/api/v2/media?row=decade-1985').expect(422);
  });

  it('returns the name of the row even when the row has no title', async () => {
    const user = await createMember();
    const id = `genre-${genreIds.get('Western')}`;
    expect((await read(user, `row=${id}`)).row).toEqual({ id, kind: 'genre', title: 'Western', years: null });
    expect((await read(user, `row=staff-${staffList}`)).row?.title).toBe('Hand-picked Staff Picked');
    for (const medium of titlesOf('Western')) {
      await app.as(user).post(`/api/v1/media/${medium}/user_medium_hiddens`).expect(200);
    }
    const empty = await read(user, `row=${id}&sort=match`);
    expect([empty.media, empty.row?.title]).toEqual([[], 'Western']);
  });

  it('does not return a title after the caller rated it', async () => {
    const fan = await createFan();
    const row = `row=genre-${genreIds.get('Horror')}&sort=match`;
    const before = await read(fan, row);
    await app
      .as(fan)
      .post(`/api/v1/media/${before.media[0]?.id}/user_medium_ratings`)
      .send({ user_medium_rating: { rating: 3 } })
      .expect(201);
    expect((await read(fan, row)).pagination.total_count).toBe(before.pagination.total_count - 1);
  });

  it.each(['best', 'rated_at', 'rating'])('returns 422 for sort=%s', async (sort) => {
    const user = await createMember();
    const { body } = await app.as(user).get(`/api/v2/media?row=recommended&sort=${sort}`).expect(422);
    expect(Object.keys(body.errors)).toEqual(['sort']);
  });
});

describe('recent titles', () => {
  it('are those of the two newest years, or of more until there are forty, and the reply names the years', async () => {
    const user = await createMember();
    const media = await allPages(user, 'selection=recent');
    expect(new Set(media.map(({ release_year }) => release_year))).toEqual(
      new Set([2012, 2013, 2014, 2015, 2016, 2017, 2018, 2019]),
    );
    expect(media).toHaveLength(40);
    expect(await allPages(user, 'row=recent')).toEqual(media);
    const { grouped_media } = await read(user, 'grouped_genres=true');
    const years = grouped_media.map((group) => [group.kind, group.years] as const);
    expect(years.find(([kind]) => kind === 'recent')?.[1]).toEqual({ from: 2012, to: 2019 });
    expect(years.filter(([, known]) => known !== null)).toHaveLength(1);
  });
});

describe('rating history', () => {
  const CALLS = [
    ['selection=rating_history', '/api/v2/media'],
    ['selection=history', '/api/v1/media'],
    ['', '/api/v1/media/rating_history'],
  ] as const;

  it.each(CALLS)(
    'applies sort, media_type and tag in a call with the query “%s” to %s',
    async (selection, path) => {
      const fan = await createFan();
      const get = (query: string) => allPages(fan, `${selection}&${query}`, path);
      expect(isFalling((await get('')).map(({ rated_at }) => Date.parse(rated_at ?? '')))).toBe(true);
      expect(await get('sort=rated_at')).toEqual(await get(''));
      expect(isFalling((await get('sort=rating')).map(({ rating }) => rating ?? 0))).toBe(true);
      expect(isFalling((await get('sort=match')).map(({ likelyhood }) => likelyhood ?? 0))).toBe(true);
      expect(isFalling((await get('sort=newest')).map(({ release_year }) => release_year ?? 0))).toBe(true);
      expect((await get('sort=known'))[0]?.id).toBe(titlesOf('Horror')[0]);
      expect(new Set((await get('media_type=series')).map(({ type }) => type))).toEqual(new Set(['series']));
      const tagged = await get('tag=SCARY');
      expect(tagged).toHaveLength(12);
      expect(tagged[0]?.tags).toEqual(['scary', 'light']);
      expect(await get('tag=unused')).toEqual([]);
      await app.as(fan).get(`${path}?${selection}&sort=year`).expect(422);
    },
  );
});

describe('GET /api/v1/taste', () => {
  const get = async (user: User): Promise<TasteReply> =>
    (await app.as(user).get('/api/v1/taste').expect(200)).body;
  const find = (kinds: LearnedKind[], name: string): LearnedKind => {
    const kind = kinds.find((known) => known.name === name);
    if (!kind) throw new Error(`no ${name}`);
    return kind;
  };

  it('sorts the liked genre first and the disliked genre last, and is less certain about unrated genres', async () => {
    const { taste } = await get(await createFan());
    expect(taste.genres[0]).toMatchObject({ id: genreIds.get('Horror'), name: 'Horror' });
    expect(taste.genres.at(-1)).toMatchObject({ id: genreIds.get('Romance'), name: 'Romance' });
    expect(taste.genres[0]?.effect).toBeGreaterThan(0.5);
    expect(taste.genres.at(-1)?.effect).toBeLessThan(-0.5);
    const western = find(taste.genres, 'Western');
    for (const rated of ['Horror', 'Romance']) {
      expect(find(taste.genres, rated).certainty).toBeGreaterThan(western.certainty + 0.2);
    }
    expect(find(taste.people, 'Hanna Horror')).toMatchObject({ id: director });
    expect(find(taste.people, 'Hanna Horror').effect).toBeGreaterThan(0.5);
    expect(new Set(taste.decades.map(({ id }) => id))).toEqual(new Set([1990, 2000, 2010]));
  });

  it('sorts genres by effect in the same order as by their mean likelihood', async () => {
    const fan = await createFan();
    const { taste } = await get(fan);
    const matchOf = async (genre: Genre): Promise<number> => {
      const media = await allPages(fan, `row=genre-${genreIds.get(genre)}`);
      return media.reduce((sum, { likelyhood }) => sum + (likelyhood ?? 0), 0) / media.length;
    };
    const byEffect: Genre[] = ['Horror', 'Western', 'Romance'];
    expect(byEffect.map((genre) => find(taste.genres, genre).effect)).toSatisfy(isFalling);
    expect(await Promise.all(byEffect.map(matchOf))).toSatisfy(isFalling);
  });

  it('counts ratings by year, tag and genre, and leaves out ratings of hidden titles', async () => {
    const fan = await createFan();
    const { totals } = await get(fan);
    expect(totals).toMatchObject({
      ratings: 22,
      by_year: [{ year: new Date().getUTCFullYear(), count: 22 }],
      by_tag: [
        { tag: 'Scary', count: 12 },
        { tag: 'light', count: 2 },
      ],
    });
    expect(totals.by_genre.map(({ name, count, average }) => [name, count, average])).toEqual([
      ['Horror', 10, 9],
      ['Romance', 10, 2],
      ['Comedy', 2, 6],
    ]);
    await app
      .as(fan)
      .post(`/api/v1/media/${titlesOf('Comedy')[0]}/user_medium_hiddens`)
      .expect(200);
    expect((await get(fan)).totals.ratings).toBe(21);
    expect((await read(fan, 'selection=rating_history')).pagination.total_count).toBe(21);
  });

  it('has effect 0 and certainty 0 for every genre and decade without ratings', async () => {
    const { taste, totals } = await get(await createMember());
    expect(taste.people).toEqual([]);
    for (const { effect, certainty } of [...taste.genres, ...taste.decades]) {
      expect([effect, certainty]).toEqual([0, 0]);
    }
    expect(totals).toEqual({ ratings: 0, average: null, by_year: [], by_genre: [], by_tag: [] });
  });
});

// Checks the rules of docs/api.md for titles in replies, except rules that other tests check.
import type { MediaReply, Medium, Pagination } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from './app.ts';
import { createList, createUser } from './factories.ts';

const API_ORIGIN = 'https://api.marquee.example';
const app = await startApp({ API_ORIGIN });
const { prisma } = app;

/** Number of titles, which exceeds every internal limit of searches, rows and the Rate tab. */
const BULK = 1_100;
const PERSON = 1;

const ids = { movie: 0, series: 0, elsewhere: 0, nowhere: 0 };
const services = { mine: 0, other: 0 };

beforeAll(async () => {
  await prisma.$executeRaw`
    INSERT INTO media (source, type, external_id, title, release_year, popularity)
    SELECT 'bulk', 'movie', at, 'Bulk ' || at, 2018 + at % 2, ${BULK} - at FROM generate_series(1, ${BULK}) AS at`;
  const genre = await prisma.genre.create({ data: { title: 'Drama' } });
  const service = (name: string) =>
    prisma.mediumProvider.create({
      data: { name, slug: name.toLowerCase(), searchUrlTemplate: 'https://example.com/{title}' },
    });
  const [mine, other] = [await service('Mine'), await service('Other')];
  Object.assign(services, { mine: mine.id, other: other.id });
  await prisma.$executeRaw`
    INSERT INTO provider_medium (medium_id, provider_id, url, source)
    SELECT id, ${other.id}, 'https://example.com/watch', 'bulk' FROM media`;
  const title = (name: string, type: 'movie' | 'series', providerId: number | null) =>
    prisma.medium.create({
      data: {
        source: 'test',
        type,
        externalId: name,
        title: `Special ${name}`,
        releaseYear: 2019,
        popularity: 9_000,
        genres: { create: { genreId: genre.id } },
        ...(providerId && {
          offers: { create: { providerId, url: 'https://example.com/watch', source: 'test' } },
        }),
      },
    });
  ids.movie = (await title('movie', 'movie', mine.id)).id;
  ids.series = (await title('series', 'series', mine.id)).id;
  ids.elsewhere = (await title('elsewhere', 'movie', other.id)).id;
  ids.nowhere = (await title('nowhere', 'movie', null)).id;
  await prisma.person.create({
    data: {
      id: PERSON,
      source: 'test',
      externalId: 'ada',
      fullName: 'Ada Lens',
      credits: { create: Object.values(ids).map((mediumId) => ({ mediumId, role: 'cast', position: 0 })) },
    },
  });
  await prisma.userList.create({
    data: {
      listType: 'staff',
      name: 'Hand-picked',
      media: { create: Object.values(ids).map((mediumId, at) => ({ mediumId, position: at })) },
    },
  });
  await app.deps.inMemory.refresh();
});

const get = async (user: User, query: string, path = '/api/v2/media'): Promise<MediaReply> =>
  (await app.as(user).get(`${path}?${query}`).expect(200)).body;
const idsOf = (reply: Pick<MediaReply, 'media'>): number[] => reply.media.map(({ id }) => id);
const specials = (reply: Pick<MediaReply, 'media'>): string[] =>
  Object.entries(ids).flatMap(([name, id]) => (idsOf(reply).includes(id) ? name : []));
const rate = (user: User, mediumId: number, rating = 7) =>
  prisma.userMediumRating.create({ data: { userId: user.id, mediumId, rating } });
const hide = (user: User, mediumId: number) =>
  prisma.userMediumHidden.create({ data: { userId: user.id, mediumId } });
const list = (user: User, media: number[]) =>
  createList(prisma, user, { media: media.map((id) => ({ id })) });

async function allPages(user: User, query: string): Promise<{ ids: number[]; pagination: Pagination }> {
  const found: number[] = [];
  for (let page = 1; ; page++) {
    const reply = await get(user, `${query}&per_page=100&view=card&page=${page}`);
    found.push(...idsOf(reply));
    expect(reply.pagination.current_page).toBe(page);
    if (!reply.pagination.has_more) return { ids: found, pagination: reply.pagination };
  }
}

const ALL = BULK + 4;

describe('total_count counts all titles, and no title is repeated on another page', () => {
  it.each([
    ['selection=search&query=bulk', BULK],
    ['selection=to_rate', ALL],
    ['selection=recommended', ALL - 1],
    ['selection=recent', ALL - 1],
    ['row=recent', ALL - 1],
  ])('for %s', async (query, total) => {
    const { ids: found, pagination } = await allPages(await createUser(prisma), query);
    expect(pagination).toMatchObject({ total_count: total, page_count: Math.ceil(total / 100) });
    expect([found.length, new Set(found).size]).toEqual([total, total]);
  });

  it('for selection=similar, which leaves out the title itself', async () => {
    const { ids: found } = await allPages(
      await createUser(prisma),
      `selection=similar&medium_id=${ids.movie}`,
    );
    expect(new Set(found).size).toBe(ALL - 1);
    expect(found).not.toContain(ids.movie);
  });
});

describe('a page past the end is empty and not an error', () => {
  const FAR = ['2000', '999999999', '999999999999999'];
  const CALLS = [
    '/api/v2/media?selection=recommended',
    '/api/v2/media?selection=search&query=bulk',
    '/api/v2/media?selection=search&search_type=people&query=ada',
    '/api/v2/media?selection=hidden',
    '/api/v2/media?grouped_genres=true',
    '/api/v2/media?row=recommended',
    `/api/v2/media?personId=${PERSON}`,
    '/api/v1/media?selection=history',
    '/api/v1/media/to_rate?',
    '/api/v1/media/rating_history?',
    '/api/v1/people?query=ada',
  ];
  it.each(CALLS)('for %s', async (path) => {
    const user = await createUser(prisma);
    for (const page of FAR) {
      const { status, body } = await app.as(user).get(`${path}&page=${page}&per_page=100`);
      expect([status, body.pagination.current_page, body.pagination.has_more]).toEqual([
        200,
        Number(page),
        false,
      ]);
      for (const key of ['media', 'grouped_media', 'people']) if (key in body) expect(body[key]).toEqual([]);
    }
  });
});

describe('hidden titles', () => {
  it('appear only in selection=hidden, in search results and in lists, with hidden: true', async () => {
    const user = await createUser(prisma, { unavailableTitles: true });
    await rate(user, ids.movie);
    await hide(user, ids.movie);
    const mine = await list(user, [ids.movie]);
    const shown = async (query: string, path?: string) => {
      const { media } = await get(user, `per_page=100&${query}`, path);
      const found = media.find(({ id }) => id === ids.movie);
      return found ? found.hidden : 'absent';
    };
    for (const query of [
      'selection=hidden',
      'selection=search&query=special',
      `selection=single_list&id=${mine.id}`,
    ])
      expect([query, await shown(query)]).toEqual([query, true]);
    expect(await shown('selection=hidden', '/api/v1/media')).toBe(true);
    const { body } = await app.as(user).get(`/api/v1/user_lists/${mine.id}`);
    expect(body.user_list.media).toMatchObject([{ id: ids.movie, hidden: true }]);
    for (const query of [
      'selection=recommended',
      'selection=recent',
      'selection=to_rate',
      'selection=rating_history',
      `selection=similar&medium_id=${ids.series}`,
      `selection=person&personId=${PERSON}`,
      'row=recommended',
    ])
      expect([query, await shown(query)]).toEqual([query, 'absent']);
    expect(await shown('selection=history', '/api/v1/media')).toBe('absent');
    expect(await shown('', '/api/v1/media/rating_history')).toBe('absent');
    for (const query of ['grouped_genres=true', 'only_staff=true']) {
      const { grouped_media } = await get(user, query);
      expect(grouped_media.flatMap((group) => idsOf(group))).not.toContain(ids.movie);
    }
  });
});

describe('filters', () => {
  const readers = async () => {
    const user = await createUser(prisma, { unavailableTitles: true });
    await prisma.userMediumProvider.create({ data: { userId: user.id, providerId: services.mine } });
    for (const id of Object.values(ids)) await rate(user, id);
    const hider = await createUser(prisma);
    await prisma.userMediumProvider.create({ data: { userId: hider.id, providerId: services.mine } });
    for (const id of Object.values(ids)) await hide(hider, id);
    const fresh = await createUser(prisma, { unavailableTitles: true });
    await prisma.userMediumProvider.create({ data: { userId: fresh.id, providerId: services.mine } });
    const mine = await list(fresh, Object.values(ids));
    return { user, hider, fresh, mine };
  };
  const save = (user: User, key: string, value: string) =>
    app.as(user).post('/api/v1/user_preferences/save').send({ user_preference: { key, value } }).expect(200);

  it('in the query apply to every selection', async () => {
    const { user, hider, fresh, mine } = await readers();
    const CALLS: [User, string][] = [
      [fresh, 'selection=recommended'],
      [fresh, 'selection=recent'],
      [fresh, 'selection=to_rate'],
      [user, 'selection=rating_history'],
      [hider, 'selection=hidden'],
      [fresh, 'selection=search&query=special'],
      [fresh, `selection=single_list&id=${mine.id}`],
      [fresh, `selection=person&personId=${PERSON}`],
    ];
    for (const [caller, query] of CALLS) {
      const series = await get(caller, `${query}&media_type=series&all_streaming=true`);
      expect([query, specials(series), series.pagination.total_count]).toEqual([query, ['series'], 1]);
      const own = await get(caller, `${query}&media_type=all&all_streaming=false`);
      expect([query, specials(own), own.pagination.total_count]).toEqual([query, ['movie', 'series'], 2]);
    }
  });

  it('that the user saved apply only to recommended, recent, rows and lists', async () => {
    const { user, hider, fresh, mine } = await readers();
    for (const person of [user, hider, fresh]) await save(person, 'filter_media_type', 'series');
    for (const query of [
      'selection=recommended',
      'selection=recent',
      'row=recommended',
      `selection=single_list&id=${mine.id}`,
    ]) {
      const reply = await get(fresh, query);
      expect([query, specials(reply), reply.pagination.total_count]).toEqual([query, ['series'], 1]);
      const explicit = await get(fresh, `${query}&media_type=movies`);
      expect([query, specials(explicit).includes('series')]).toEqual([query, false]);
    }
    const { body } = await app.as(fresh).get(`/api/v1/user_lists/${mine.id}`);
    expect([idsOf(body.user_list), body.user_list.count_media]).toEqual([[ids.series], 4]);
    const rows = (await get(fresh, 'grouped_genres=true')).grouped_media;
    expect(rows.flatMap(({ media }) => media.map(({ type }) => type))).not.toContain('movie');
    const four = Object.keys(ids);
    expect(specials(await get(fresh, 'selection=search&query=special'))).toEqual(four);
    expect(specials(await get(user, 'selection=rating_history'))).toEqual(four);
    expect(specials(await get(hider, 'selection=hidden'))).toEqual(four);
    expect(specials(await get(fresh, `personId=${PERSON}`))).toEqual(four);
  });

  it('by provider have no effect when the user has selected no provider', async () => {
    const user = await createUser(prisma);
    const reply = await get(user, 'selection=recommended&all_streaming=false');
    expect(reply.pagination.total_count).toBe(ALL - 1);
  });
});

describe('recommended and to_rate', () => {
  it('contain titles without an offer only when the user has set unavailable_titles', async () => {
    const plain = await createUser(prisma);
    const curious = await createUser(prisma, { unavailableTitles: true });
    expect(specials(await get(plain, 'per_page=100'))).not.toContain('nowhere');
    expect((await get(curious, '')).pagination.total_count).toBe(ALL);
  });

  it('contain no rated title, and only recommended contains titles of Haven’t Watched', async () => {
    const user = await createUser(prisma);
    await rate(user, ids.movie, 0);
    const unseen = await prisma.userList.findFirstOrThrow({
      where: { ownerId: user.id, listType: 'havent_watched' },
    });
    await prisma.userListMedium.create({ data: { listId: unseen.id, mediumId: ids.series, position: 1 } });
    const recommended = await allPages(user, 'selection=recommended');
    expect([recommended.ids.includes(ids.movie), recommended.ids.includes(ids.series)]).toEqual([
      false,
      true,
    ]);
    const toRate = await allPages(user, 'selection=to_rate');
    expect(toRate.ids.filter((id) => id === ids.movie || id === ids.series)).toEqual([]);
    expect(toRate.ids.length).toBe(ALL - 2);
  });
});

describe('for_list', () => {
  it('sets already_added to true for each title in the list, and to false for other titles', async () => {
    const user = await createUser(prisma, { unavailableTitles: true });
    await rate(user, ids.series);
    const mine = await list(user, [ids.movie, ids.series]);
    const marks = (media: readonly Pick<Medium, 'id' | 'already_added'>[]) =>
      media.every(({ id, already_added }) => already_added === [ids.movie, ids.series].includes(id));
    for (const query of [
      'selection=search&query=special',
      'selection=recommended',
      'selection=rating_history',
      `personId=${PERSON}`,
      `selection=single_list&id=${mine.id}`,
    ]) {
      const { media } = await get(user, `${query}&for_list=${mine.id}`);
      expect([query, media.length > 0, marks(media)]).toEqual([query, true, true]);
      expect((await get(user, query)).media[0]?.already_added).toBeNull();
    }
    const { grouped_media } = await get(user, `grouped_genres=true&for_list=${mine.id}`);
    expect(grouped_media.every(({ media }) => marks(media))).toBe(true);
    const plain = await get(user, 'grouped_genres=true');
    expect(plain.grouped_media[0]?.media[0]?.already_added).toBeNull();
  });

  it('answers 404 for a list that the caller may not see', async () => {
    const [user, other] = [await createUser(prisma), await createUser(prisma)];
    const theirs = await list(other, [ids.movie]);
    await app.as(user).get(`/api/v2/media?for_list=${theirs.id}`).expect(404);
    await app.as(user).get('/api/v2/media?for_list=2147483647').expect(404);
    await app.as(user).get('/api/v2/media?for_list=x').expect(422);
  });
});

describe('rows', () => {
  it('exist in all four kinds, have up to twenty titles, and equal the reply for row={id}', async () => {
    const user = await createUser(prisma);
    const { media, grouped_media, person } = await get(user, 'grouped_genres=true');
    expect([media, person]).toEqual([[], null]);
    expect(new Set(grouped_media.map(({ kind }) => kind))).toEqual(
      new Set(['recent', 'recommended', 'staff', 'genre']),
    );
    for (const group of grouped_media) {
      expect(group.id).toMatch(/^(recent|recommended|staff-[1-9]\d*|genre-[1-9]\d*)$/);
      expect(group.media.length).toBe(Math.min(20, group.pagination.total_count));
      const row = await get(user, `row=${group.id}`);
      expect([idsOf(row), row.pagination]).toEqual([idsOf(group), group.pagination]);
      expect(row.grouped_media).toEqual([]);
    }
    const staff = await get(user, 'only_staff=true');
    expect(staff.grouped_media.map(({ kind, title }) => [kind, title])).toEqual([
      ['staff', 'Hand-picked Staff Picked'],
    ]);
  });

  it('with view=card leave out only names in other languages, overview, themes, credits_scene, awards, directors, cast, video_url and backdrop_url', async () => {
    const user = await createUser(prisma);
    const [full] = (await get(user, '')).media;
    const [card] = (await get(user, 'view=card')).media;
    const gone = Object.keys(full ?? {}).filter((key) => !(key in (card ?? {})));
    const left = [
      'awards',
      'backdrop_url',
      'cast',
      'credits_scene',
      'directors',
      'overview',
      'themes',
      'titles',
      'video_url',
    ];
    expect(gone.toSorted()).toEqual(left);
    for (const [key, value] of Object.entries(card ?? {})) expect(full).toMatchObject({ [key]: value });
  });
});

describe('image and link addresses', () => {
  it('are absolute and begin with the origin of the API', async () => {
    const user = await createUser(prisma);
    const me = app.as(user);
    const { medium } = (await me.get(`/api/v1/media/${ids.movie}`)).body;
    const [provider] = (await me.get('/api/v1/user_medium_providers')).body.medium_providers;
    const { person } = (await me.get(`/api/v1/people/${PERSON}`)).body;
    const listed = await get(user, `personId=${PERSON}`);
    for (const address of [
      medium.poster_url,
      medium.backdrop_url,
      medium.provider_medium[0].medium_provider.image,
      provider.image,
      person.image,
      listed.person?.image,
    ]) {
      expect(address).toMatch(new RegExp(`^${API_ORIGIN}/images/`));
      const image = await app.visitor.get(address.slice(API_ORIGIN.length)).expect(200);
      // Without this header, browsers do not show the image on pages of another origin.
      expect(image.headers['cross-origin-resource-policy']).toBe('cross-origin');
    }
  });
});

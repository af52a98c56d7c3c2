import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createMedium, createUser, unique } from '../../../test/factories.ts';

const { deps, prisma, as } = await startApp();

const createProvider = (data: { featured?: boolean; imageUrl?: string } = {}) =>
  prisma.mediumProvider.create({
    data: {
      slug: unique('s'),
      name: unique('Service '),
      searchUrlTemplate: 'https://example.com/{title}',
      ...data,
    },
  });
const providers = [
  await createProvider(),
  await createProvider({ featured: true, imageUrl: 'https://a.b/c.png' }),
];
const genres = await Promise.all(
  ['Drama', 'Action', 'Western'].map((title) => prisma.genre.create({ data: { title } })),
);
const UNKNOWN = 2_000_000_000;

describe('saved filters', () => {
  it('have defaults, and a call changes only the given filter', async () => {
    const me = as(await createUser(prisma));
    const defaults = { filter_all_streaming_services: 'true', filter_media_type: 'all' };
    expect((await me.get('/api/v1/user_preferences.json')).body.user_preferences).toEqual(defaults);
    const save = (key: string, value: unknown) =>
      me.post('/api/v1/user_preferences/save.json').send({ user_preference: { key, value } });
    for (let time = 0; time < 2; time++) {
      const { status, body } = await save('filter_all_streaming_services', 'false');
      expect([status, body]).toEqual([
        200,
        { user_preferences: { ...defaults, filter_all_streaming_services: 'false' } },
      ]);
    }
    await save('filter_media_type', 'series');
    expect((await me.get('/api/v1/user')).body.user.preferences).toEqual({
      filter_all_streaming_services: 'false',
      filter_media_type: 'series',
    });
  });

  it('list the sources of critical ratings, and contain Metacritic only while a listed title has a score', async () => {
    const me = as(await createUser(prisma));
    const sources = async () => (await me.get('/api/v1/user_preferences')).body.critical_rating_sources;
    const medium = await createMedium(prisma);
    expect(await sources()).toEqual(['none']);
    await prisma.medium.update({ where: { id: medium.id }, data: { criticalRating: 81 } });
    expect(await sources()).toEqual(['metacritic', 'none']);
    await prisma.medium.update({ where: { id: medium.id }, data: { delistedAt: new Date() } });
    expect(await sources()).toEqual(['none']);
  });

  it.each([
    ['filter_all_streaming_services', 'maybe'],
    ['filter_all_streaming_services', false],
    ['filter_media_type', 'true'],
    ['filter_media_type', null],
    ['is_admin', 'true'],
    [undefined, 'true'],
  ])('refuse the filter %s with the value %j', async (key, value) => {
    const user = await createUser(prisma);
    const { status } = await as(user)
      .post('/api/v1/user_preferences/save')
      .send({ user_preference: { key, value } });
    expect(status).toBe(422);
    expect(await prisma.userPreference.count({ where: { userId: user.id } })).toBe(0);
  });

  it('are stored once per filter when many saves run at the same time', async () => {
    const user = await createUser(prisma);
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        as(user)
          .post('/api/v1/user_preferences/save')
          .send({ user_preference: { key: 'filter_media_type', value: index % 2 ? 'movies' : 'series' } }),
      ),
    );
    expect(all.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await prisma.userPreference.count({ where: { userId: user.id } })).toBe(1);
  });
});

describe('providers of the user', () => {
  const [plain, featured] = providers.map(({ id }) => id);
  const choose = (user: Awaited<ReturnType<typeof createUser>>, ids: unknown) =>
    as(user).post('/api/v1/user_medium_providers/update_all.json').send({ medium_providers_ids: ids });

  it('are returned beside all providers, whose images are absolute and whose first entries are featured', async () => {
    const { body } = await as(await createUser(prisma)).get('/api/v1/user_medium_providers.json');
    expect(body.user_medium_provider_ids).toEqual([]);
    expect(body.medium_providers.map(({ id }: { id: number }) => id)).toEqual([featured, plain]);
    expect(body.medium_providers[0]).toEqual({
      id: featured,
      name: providers[1]?.name,
      image: 'https://a.b/c.png',
      featured: true,
      titles: 0,
    });
    expect(body.medium_providers[1].image).toMatch(
      `${deps.env.API_ORIGIN}/images/providers/${providers[0]?.slug}.svg`,
    );
  });

  it('are replaced by the given providers, which raises the sign-up step from 4 to 5', async () => {
    const user = await createUser(prisma, { signupStep: 4 });
    const step = async () => (await as(user).get('/api/v1/user')).body.user.signup_step;
    const first = await choose(user, [featured, plain, featured]);
    expect([first.status, first.body.user_medium_provider_ids]).toEqual([200, [plain, featured]]);
    expect(first.body).toEqual((await as(user).get('/api/v1/user_medium_providers')).body);
    expect(await step()).toBe(5);
    await as(user)
      .patch('/api/v1/user')
      .send({ user: { signup_step: 9999 } });
    expect((await choose(user, [plain])).body.user_medium_provider_ids).toEqual([plain]);
    expect((await choose(user, [])).body.user_medium_provider_ids).toEqual([]);
    expect(await step()).toBe(9999);
  });

  it('stay unchanged when an id is unknown', async () => {
    const user = await createUser(prisma, { signupStep: 4 });
    for (const ids of [
      [featured, UNKNOWN],
      [0],
      [-1],
      ['1'],
      [1.5],
      [3_000_000_000],
      'all',
      null,
      undefined,
    ]) {
      const { status, body } = await choose(user, ids);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['medium_providers_ids']]);
    }
    expect(await prisma.userMediumProvider.count({ where: { userId: user.id } })).toBe(0);
    expect((await as(user).get('/api/v1/user')).body.user.signup_step).toBe(4);
  });

  it('are the providers of only one call when two calls run at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await createUser(prisma);
      const both = await Promise.all([choose(user, [plain]), choose(user, [featured])]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      const { body } = await as(user).get('/api/v1/user_medium_providers');
      expect(body.user_medium_provider_ids).toHaveLength(1);
    }
  });
});

describe('genres of the user', () => {
  const choose = (user: Awaited<ReturnType<typeof createUser>>, ids: unknown) =>
    as(user).post('/api/v1/user_medium_genres/update_all.json').send({ genres_ids: ids });

  it('are listed by name among all genres, and are replaced by the given genres', async () => {
    const user = await createUser(prisma, { signupStep: 4 });
    const before = await as(user).get('/api/v1/user_medium_genres.json');
    expect(
      before.body.user_medium_genres.map(
        (genre: { medium_genre: { title: string } }) => genre.medium_genre.title,
      ),
    ).toEqual(['Action', 'Drama', 'Western']);
    const [drama, , western] = genres.map(({ id }) => id);
    const active = (body: { user_medium_genres: { id: number; active: boolean }[] }) =>
      body.user_medium_genres.filter((genre) => genre.active).map(({ id }) => id);
    const { status, body } = await choose(user, [western, drama]);
    expect([status, active(body)]).toEqual([200, [drama, western]]);
    expect(body).toEqual((await as(user).get('/api/v1/user_medium_genres')).body);
    expect(active((await choose(user, [western])).body)).toEqual([western]);
    const unknown = await choose(user, [drama, UNKNOWN]);
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['genres_ids']]);
    expect(active((await as(user).get('/api/v1/user_medium_genres')).body)).toEqual([western]);
    expect((await as(user).get('/api/v1/user')).body.user.signup_step).toBe(4);
  });
});

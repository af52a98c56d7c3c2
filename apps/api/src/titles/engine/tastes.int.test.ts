import type { MediaReply, TasteReply, TonightReply } from '@marquee/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { useDemoCatalogue } from '../../../test/database.ts';
import { createMedium, createUser } from '../../../test/factories.ts';

type App = Awaited<ReturnType<typeof startApp>>;
type User = Awaited<ReturnType<typeof createUser>>;
let app: App;

beforeAll(async () => {
  await useDemoCatalogue();
  app = await startApp();
});

/** Returns the id of the best known movie with this name, or else of the best known series. */
const movie = async (title: string): Promise<number> =>
  (
    await app.prisma.medium.findFirstOrThrow({
      where: { title },
      orderBy: [{ type: 'asc' }, { popularity: 'desc' }],
    })
  ).id;

/** Rates titles with stars of half to five. */
async function rate(user: User, stars: Record<string, number>): Promise<void> {
  for (const [title, count] of Object.entries(stars)) {
    await app
      .as(user)
      .post(`/api/v1/media/${await movie(title)}/user_medium_ratings`)
      .send({ user_medium_rating: { rating: 2 * count } })
      .expect(201);
  }
}

async function recommended(user: User, count: number): Promise<MediaReply['media']> {
  const query = `row=recommended&view=card&per_page=${count}`;
  const reply: MediaReply = (await app.as(user).get(`/api/v2/media?${query}`).expect(200)).body;
  return reply.media;
}

const hasOneOf =
  (...names: string[]) =>
  ({ genres }: { genres: string[] }): boolean =>
    genres.some((genre) => names.includes(genre));

const HORROR = {
  'The Shining': 5,
  'The Silence of the Lambs': 4.5,
  Zombieland: 4,
  Scream: 4.5,
  'Harry Potter and the Deathly Hallows: Part 2': 2,
};
const SERVICES = ['Netflix', 'Max', 'Disney+', 'Hulu'];
const FAMILY = { 'The Lion King': 5, WALL·E: 5, 'Finding Nemo': 4.5, 'Toy Story': 5, 'The Godfather': 2 };
const WORLD = {
  'In the Mood for Love': 5,
  'Tokyo Story': 5,
  'Drive My Car': 5,
  'Call Me by Your Name': 4.5,
  'The Wolf of Wall Street': 1.5,
};
const KOREAN = { 'Crash Landing on You': 5, 'My Mister': 5, Vincenzo: 5 };
const PARANOIA = {
  'Three Days of the Condor': 5,
  'The Parallax View': 4.5,
  "All the President's Men": 5,
  'The Conversation': 4.5,
};

/** Rates, and notes the first twenty titles in the report of the test. */
async function firstTwenty(
  stars: Record<string, number>,
  annotate: (message: string) => Promise<unknown>,
  given?: User,
): Promise<MediaReply['media']> {
  const user = given ?? (await createUser(app.prisma));
  await rate(user, stars);
  const media = await recommended(user, 20);
  expect(media).toHaveLength(20);
  await annotate(media.map(({ title, release_year }) => `${title} (${release_year})`).join(', '));
  return media;
}

it('a lover of horror finds at least fifteen titles of horror or thriller among the first twenty', async ({
  annotate,
}) => {
  const media = await firstTwenty(HORROR, annotate);
  expect(media.filter(hasOneOf('Horror', 'Thriller')).length).toBeGreaterThanOrEqual(15);
});

it('a family finds at least fifteen titles of animation or family among the first twenty', async ({
  annotate,
}) => {
  const media = await firstTwenty(FAMILY, annotate);
  expect(media.filter(hasOneOf('Animation', 'Family')).length).toBeGreaterThanOrEqual(15);
});

it('a lover of world cinema finds at most five of the hundred most famous titles among the first twenty', async ({
  annotate,
}) => {
  const famous = await app.prisma.medium.findMany({ orderBy: { popularity: 'desc' }, take: 100 });
  const ids = new Set(famous.map(({ id }) => id));
  const media = await firstTwenty(WORLD, annotate);
  expect(media.filter(({ id }) => ids.has(id)).length).toBeLessThanOrEqual(5);
});

it('two clear groups of likes are both among the first ten, with at most two titles of a director', async ({
  annotate,
}) => {
  const likes = Object.entries({ ...HORROR, ...FAMILY }).filter(([, stars]) => stars >= 4);
  const ten = (await firstTwenty(Object.fromEntries(likes), annotate)).slice(0, 10);
  expect(ten.filter(hasOneOf('Horror', 'Thriller')).length).toBeGreaterThanOrEqual(3);
  expect(ten.filter(hasOneOf('Animation', 'Family')).length).toBeGreaterThanOrEqual(3);
  const directors = await app.prisma.credit.findMany({
    where: { mediumId: { in: ten.map(({ id }) => id) }, role: 'director' },
  });
  for (const own of Map.groupBy(directors, ({ personId }) => personId).values()) {
    expect(own.length).toBeLessThanOrEqual(2);
  }
});

it('a lover of paranoia thrillers of the 1970s and of Korean series finds at least six of each kind among the first twenty, and both in Tonight', async ({
  annotate,
}) => {
  const user = await createUser(app.prisma);
  const media = await firstTwenty({ ...PARANOIA, ...KOREAN, 'The Notebook': 2 }, annotate, user);
  const { picks }: TonightReply = (await app.as(user).get('/api/v1/tonight').expect(200)).body;
  await annotate(picks.map(({ medium }) => `${medium.title} (${medium.release_year})`).join(', '));
  expect(new Set(picks.map(({ medium }) => medium.countries.includes('KR'))).size).toBe(2);
  const read = async (query: string): Promise<MediaReply> =>
    (await app.as(user).get(`/api/v2/media?view=card&${query}`).expect(200)).body;
  const { grouped_media: rows } = await read('grouped_genres=true&taste_rows=true');
  const own = rows.filter(({ kind }) => kind === 'taste');
  await annotate(
    own.map(({ title, media }) => `${title}: ${media.map((one) => one.title).join(', ')}`).join('\n'),
  );
  expect(own.map(({ title }) => title).sort()).toEqual([
    'For your Korean dramas',
    'For your political thrillers',
  ]);
  expect(rows.slice(1, 4).map(({ kind }) => kind)).toEqual(['recommended', 'taste', 'taste']);
  for (const { id, title, media, pagination } of own) {
    const row = await read(`row=${id}&per_page=${media.length}`);
    expect(row.row?.title).toBe(title);
    expect(row.media.map((one) => one.id)).toEqual(media.map((one) => one.id));
    expect(row.pagination.total_count).toBe(pagination.total_count);
  }
  expect((await read('grouped_genres=true')).grouped_media.filter(({ kind }) => kind === 'taste')).toEqual(
    [],
  );
  const { taste }: TasteReply = (await app.as(user).get('/api/v1/taste').expect(200)).body;
  const named = new Map(
    taste.groups.map(({ name, media: titles }) => [name, titles.map(({ title }) => title)]),
  );
  expect([...named.keys()].sort()).toEqual(['Korean dramas', 'Political thrillers']);
  expect(named.get('Political thrillers')?.sort()).toEqual(Object.keys(PARANOIA).sort());
  expect(named.get('Korean dramas')).toEqual(expect.arrayContaining(Object.keys(KOREAN)));
  await app.as(user).get('/api/v2/media?row=taste-999999999').expect(422);
  const stranger = await createUser(app.prisma);
  await app.as(stranger).get(`/api/v2/media?row=${own[0]?.id}`).expect(422);
  expect((await app.as(stranger).get('/api/v1/taste').expect(200)).body.taste.groups).toEqual([]);
  expect(media.filter(({ countries }) => countries.includes('KR')).length).toBeGreaterThanOrEqual(6);
  const isOfThe1970s = ({ release_year: year }: { release_year: number | null }): boolean =>
    year !== null && year >= 1965 && year < 1985;
  expect(
    media.filter(isOfThe1970s).filter(hasOneOf('Thriller', 'Crime', 'Mystery')).length,
  ).toBeGreaterThanOrEqual(6);
});

it('titles that a user rated low are in none of their tastes', async () => {
  const user = await createUser(app.prisma);
  const hated = Object.fromEntries(Object.keys(KOREAN).map((title) => [title, 0.5]));
  await rate(user, { ...PARANOIA, ...FAMILY, ...hated, Signal: 0.5, 'Hospital Playlist': 1 });
  const { taste }: TasteReply = (await app.as(user).get('/api/v1/taste').expect(200)).body;
  const titles = taste.groups.flatMap(({ media }) => media.map(({ title }) => title));
  expect(titles.length).toBeGreaterThan(0);
  expect(titles.filter((title) => title in hated)).toEqual([]);
  const media = await recommended(user, 20);
  expect(media.filter(({ countries }) => countries.includes('KR'))).toEqual([]);
});

describe('PATCH /api/v1/taste/groups/{id}', () => {
  async function withTwo(): Promise<{ user: User; korean: number; thrillers: number }> {
    const user = await createUser(app.prisma);
    await rate(user, { ...PARANOIA, ...KOREAN, 'The Notebook': 2 });
    const groups = await groupsOf(user);
    const idOf = (name: string): number =>
      groups.find((group) => group.name === name)?.id ?? expect.unreachable();
    return { user, korean: idOf('Korean dramas'), thrillers: idOf('Political thrillers') };
  }
  const groupsOf = async (user: User): Promise<TasteReply['taste']['groups']> =>
    (await app.as(user).get('/api/v1/taste').expect(200)).body.taste.groups;
  const patch = (user: User, id: number, body: object) =>
    app.as(user).patch(`/api/v1/taste/groups/${id}`).send(body);
  const titlesOfRows = async (user: User): Promise<string[]> => {
    const path = '/api/v2/media?view=card&grouped_genres=true&taste_rows=true';
    const { grouped_media: rows }: MediaReply = (await app.as(user).get(path).expect(200)).body;
    return rows.filter(({ kind }) => kind === 'taste').map(({ title }) => title);
  };
  const countKorean = async (user: User): Promise<number> =>
    (await recommended(user, 20)).filter(({ countries }) => countries.includes('KR')).length;

  it('a name is in the reply, on the row and in the export, and null restores the generated name', async () => {
    const { user, korean } = await withTwo();
    const { body } = await patch(user, korean, { name: '  Sunday  evenings ' }).expect(200);
    expect(body.taste.groups).toContainEqual(
      expect.objectContaining({ id: korean, name: 'Sunday evenings', dismissed: false }),
    );
    await patch(user, korean, { name: 'Sunday evenings' }).expect(200);
    expect(await titlesOfRows(user)).toContain('Sunday evenings');
    const exported = (await app.as(user).get('/api/v1/user/export').expect(200)).body;
    expect(exported.user.taste_groups).toMatchObject([{ group_id: korean, name: 'Sunday evenings' }]);
    await patch(user, korean, { name: null }).expect(200);
    expect(await titlesOfRows(user)).toContain('For your Korean dramas');
    expect(await app.prisma.tasteGroup.count({ where: { userId: user.id } })).toBe(0);
  });

  it('two tastes with one name keep their own rows', async () => {
    const { user, korean, thrillers } = await withTwo();
    for (const id of [korean, thrillers]) await patch(user, id, { name: 'evenings' }).expect(200);
    const [one, other] = await Promise.all(
      [korean, thrillers].map(async (id) => {
        const { body } = await app.as(user).get(`/api/v2/media?row=taste-${id}&per_page=5`).expect(200);
        expect(body.row).toMatchObject({ id: `taste-${id}`, title: 'evenings' });
        return body.media.map((medium: { id: number }) => medium.id);
      }),
    );
    expect(one.filter((id: number) => other.includes(id))).toEqual([]);
  });

  it('a dismissed taste has no row and fewer titles in the order, stays in the reply, and can be restored', async () => {
    const { user, korean } = await withTwo();
    const before = await countKorean(user);
    const { body } = await patch(user, korean, { dismissed: true }).expect(200);
    expect(body.taste.groups).toContainEqual(expect.objectContaining({ id: korean, dismissed: true }));
    expect(await titlesOfRows(user)).toEqual(['For your political thrillers']);
    expect(await countKorean(user)).toBeLessThan(before / 2);
    await patch(user, korean, { dismissed: false }).expect(200);
    expect(await countKorean(user)).toBe(before);
  });

  it('a name stays after further ratings, and has no effect while most ratings of its titles are deleted', async () => {
    const { user, korean } = await withTwo();
    await patch(user, korean, { name: 'Seoul' }).expect(200);
    await rate(user, { 'Extraordinary Attorney Woo': 5, Signal: 4.5 });
    expect(await groupsOf(user)).toContainEqual(expect.objectContaining({ id: korean, name: 'Seoul' }));
    for (const title of Object.keys(KOREAN)) {
      const { id } = await app.prisma.medium.findFirstOrThrow({ where: { title } });
      await app.as(user).delete(`/api/v1/media/${id}/user_medium_ratings`).expect(204);
    }
    expect((await groupsOf(user)).map(({ name }) => name)).not.toContain('Seoul');
    await rate(user, KOREAN);
    expect((await groupsOf(user)).map(({ name }) => name)).toContain('Seoul');
  });

  it('a change is refused for the taste of another user, for an unknown taste and for an invalid name', async () => {
    const { user, korean } = await withTwo();
    const stranger = await createUser(app.prisma);
    await patch(stranger, korean, { dismissed: true }).expect(404);
    await patch(user, 2_000_000_000, { dismissed: true }).expect(404);
    for (const name of ['', '   ', 'x'.repeat(61), 5, '\u0000', ['a']]) {
      const { body } = await patch(user, korean, { name }).expect(422);
      expect(Object.keys(body.errors)).toEqual(['name']);
    }
    await patch(user, korean, { dismissed: 'yes' }).expect(422);
    expect((await groupsOf(user)).filter(({ dismissed }) => dismissed)).toEqual([]);
  });

  it('simultaneous changes are all stored, and only the last twelve tastes are kept', async () => {
    const { user, korean, thrillers } = await withTwo();
    await Promise.all([
      patch(user, korean, { name: 'Seoul' }).expect(200),
      patch(user, korean, { dismissed: true }).expect(200),
      patch(user, thrillers, { name: 'Paranoia' }).expect(200),
    ]);
    expect(await groupsOf(user)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: korean, name: 'Seoul', dismissed: true }),
        expect.objectContaining({ id: thrillers, name: 'Paranoia', dismissed: false }),
      ]),
    );
    for (let id = 1; id <= 1_000; id++)
      await app.deps.repos.tasteGroups.save(user.id, { id, mediumIds: [id] }, { name: `Taste ${id}` });
    expect(await app.prisma.tasteGroup.count({ where: { userId: user.id } })).toBe(12);
  });
});

it('titles that were only seen, as after an import of a history, change the order, and a likelihood only by the chance to be chosen', async () => {
  const user = await createUser(app.prisma);
  const before = await recommended(user, 60);
  const seen = await Promise.all(Object.keys(HORROR).slice(0, 4).map(movie));
  const later = await createUser(app.prisma);
  await app.prisma.userMediumSeen.createMany({
    data: seen.map((mediumId) => ({ userId: later.id, mediumId })),
  });
  const after = await recommended(later, 60);
  const scary = (media: MediaReply['media']): number => media.filter(hasOneOf('Horror')).length;
  expect(scary(after)).toBeGreaterThan(scary(before));
  const likelihoodOf = new Map(before.map(({ id, likelyhood }) => [id, likelyhood]));
  for (const { id, likelyhood } of after) {
    const known = likelihoodOf.get(id);
    // A title that is surely chosen gets .2 standard deviations more, which is .8 of ten at most (`page/temper.ts`).
    if (known) expect(Math.abs((likelyhood ?? 0) - known)).toBeLessThanOrEqual(0.8);
  }
});

it('Recent Releases and staff rows start with a title that the member probably likes, and drop none', async () => {
  const [horror, romance] = await Promise.all(
    ['Horror', 'Romance'].map((title) => app.prisma.genre.findFirstOrThrow({ where: { title } })),
  );
  const create = (genre: { id: number } | undefined, at: number) =>
    createMedium(app.prisma, {
      title: `New ${genre?.id} ${at}`,
      releaseYear: 2030,
      popularity: 5,
      genres: { create: { genreId: genre?.id ?? 0, position: 0 } },
    });
  const made = await Promise.all([0, 1, 2, 3].flatMap((at) => [create(romance, at), create(horror, at)]));
  const list = await app.prisma.userList.create({
    data: {
      listType: 'staff',
      name: 'Both',
      media: { create: made.map(({ id }, position) => ({ mediumId: id, position })) },
    },
  });
  await app.deps.inMemory.refresh();
  const fan = await createUser(app.prisma, { unavailableTitles: true });
  await rate(fan, HORROR);
  for (const row of ['recent', `staff-${list.id}`]) {
    const reply: MediaReply = (
      await app.as(fan).get(`/api/v2/media?row=${row}&view=card&per_page=100&all_streaming=true`).expect(200)
    ).body;
    const own = reply.media.filter(({ title }) => title.startsWith('New '));
    expect(own).toHaveLength(8);
    expect(own.slice(0, 1).every(hasOneOf('Horror'))).toBe(true);
    const places = own.flatMap((title, at) => (hasOneOf('Horror')(title) ? [at] : []));
    const all = own.reduce((sum, _, at) => sum + at, 0);
    // Variety mixes both genres, but the one that the member likes stands before the other.
    expect(places.reduce((sum, at) => sum + at, 0)).toBeLessThan(all / 2);
  }
});

it('contrast=true asks for famous titles that the user would most probably not like, and for none that is rated', async () => {
  const user = await createUser(app.prisma);
  await rate(user, HORROR);
  const rated = await Promise.all(Object.keys(HORROR).map(movie));
  const ask = async (query: string): Promise<MediaReply['media']> =>
    (await app.as(user).get(`/api/v1/media/to_rate?view=card&per_page=40${query}`).expect(200)).body.media;
  const contrast = await ask('&contrast=true');
  expect(contrast).toHaveLength(40);
  expect(contrast.filter(({ id }) => rated.includes(id))).toEqual([]);
  const likelihoods = contrast.map(({ likelyhood }) => likelyhood ?? 10);
  expect(likelihoods).toEqual(likelihoods.toSorted((a, b) => a - b));
  expect(contrast.filter(hasOneOf('Horror'))).toEqual([]);
  await app.as(user).get('/api/v1/media/to_rate?contrast=yes').expect(422);
});

const ART = ['In the Mood for Love', 'Tokyo Story', 'Drive My Car', 'Stalker', 'Wild Strawberries'];

async function deckOf(user: User, count: number): Promise<MediaReply['media']> {
  return (await app.as(user).get(`/api/v1/media/to_rate?per_page=${count}`).expect(200)).body.media;
}

/** Puts a title into Haven't Watched. */
async function putAside(user: User, id: number): Promise<void> {
  await app
    .as(user)
    .post('/api/v1/user_lists/0/user_list_media')
    .send({ to_havent_watched: true, user_list_medium: { medium_id: id } })
    .expect(201);
}

it("six famous titles in a row put into Haven't Watched bring less famous ones of other decades, countries and lengths", async ({
  annotate,
}) => {
  const user = await createUser(app.prisma);
  const usual = await deckOf(user, 30);
  const answered: MediaReply['media'] = [];
  for (let turn = 0; turn < 6; turn++) {
    const [next] = await deckOf(user, 1);
    if (!next) break;
    answered.push(next);
    await putAside(user, next.id);
  }
  expect(answered).toHaveLength(6);
  const brought = await deckOf(user, 12);
  const told = (media: MediaReply['media']): string =>
    media
      .map((own) => `${own.title} (${own.release_year}, ${own.countries[0]}, ${own.runtime_minutes})`)
      .join('; ');
  await annotate(`after ${told(answered)}: ${told(brought)}`);
  const formerly = usual.slice(6, 18);
  const valuesOf = (
    media: MediaReply['media'],
    of: (medium: MediaReply['media'][number]) => unknown,
  ): number => new Set(media.map(of)).size;
  const decade = ({ release_year: year }: MediaReply['media'][number]) => `${Math.floor((year ?? 0) / 10)}0s`;
  const country = ({ countries }: MediaReply['media'][number]) => countries[0] ?? '';
  const hours = ({ runtime_minutes: runtime }: MediaReply['media'][number]) =>
    `${Math.floor((runtime ?? 0) / 30)} half hours`;
  for (const kind of [decade, country, hours]) {
    expect(valuesOf(brought, kind)).toBeGreaterThanOrEqual(valuesOf(formerly, kind));
    const known = new Set(answered.map(kind));
    expect(brought.filter((medium) => !known.has(kind(medium))).length).toBeGreaterThanOrEqual(4);
  }
  const famous = await app.prisma.medium.findMany({ orderBy: { popularity: 'desc' }, take: 100 });
  const ids = new Set(famous.map(({ id }) => id));
  const count = (media: MediaReply['media']): number => media.filter(({ id }) => ids.has(id)).length;
  expect(count(brought)).toBeLessThan(count(formerly) / 2);
});

it('a lover of world cinema who puts aside what the wall asks first, finds four loves by name and rates two famous titles low finds at most four of the hundred most famous titles among the first twenty', async ({
  annotate,
}) => {
  const user = await createUser(app.prisma);
  for (const { id } of await deckOf(user, 6)) await putAside(user, id);
  const { 'The Wolf of Wall Street': _, ...loves } = WORLD;
  await rate(user, loves);
  const row = await app.as(user).get('/api/v1/media/to_rate?contrast=true&per_page=2').expect(200);
  const { media: contrast }: MediaReply = row.body;
  for (const { id } of contrast) {
    const given = { user_medium_rating: { rating: 3 } };
    await app.as(user).post(`/api/v1/media/${id}/user_medium_ratings`).send(given).expect(201);
  }
  const media = await recommended(user, 20);
  const told = media.map(({ title, release_year }) => `${title} (${release_year})`).join(', ');
  await annotate(`not ${contrast.map(({ title }) => title).join(', ')}: ${told}`);
  const famous = await app.prisma.medium.findMany({ orderBy: { popularity: 'desc' }, take: 100 });
  const ids = new Set(famous.map(({ id }) => id));
  expect(media.filter(({ id }) => ids.has(id)).length).toBeLessThanOrEqual(4);
});

it('after five art films the deck asks for no famous cartoon, and no longer for the most famous titles', async ({
  annotate,
}) => {
  const user = await createUser(app.prisma);
  await rate(user, Object.fromEntries(ART.map((title) => [title, 5])));
  const asked = await deckOf(user, 12);
  await annotate(asked.map(({ title, release_year }) => `${title} (${release_year})`).join('; '));
  const famous = await app.prisma.medium.findMany({ orderBy: { popularity: 'desc' }, take: 300 });
  const ids = new Set(famous.map(({ id }) => id));
  expect(asked.filter(hasOneOf('Animation')).filter(({ id }) => ids.has(id))).toEqual([]);
  expect(asked.filter(({ id }) => ids.has(id)).length).toBeLessThanOrEqual(4);
});

it('taste names the themes of liked and of disliked titles, and none that both have', async () => {
  const user = await createUser(app.prisma);
  await rate(user, { ...FAMILY, Cats: 0.5, GoodFellas: 1 });
  const { taste }: TasteReply = (await app.as(user).get('/api/v1/taste').expect(200)).body;
  const effectOf = new Map(taste.themes.map(({ slug, effect }) => [slug, effect]));
  expect(effectOf.get('family-friendly')).toBeGreaterThan(0);
  expect(effectOf.get('organized-crime')).toBeLessThan(0);
  // Two musicals are rated, The Lion King and Cats.
  expect(effectOf.has('musical')).toBe(false);
});

describe.each(Object.entries({ horror: HORROR, 'family films': FAMILY, 'world cinema': WORLD }))(
  'a lover of %s',
  (_, stars) => {
    let user: User;
    let rated: readonly string[];
    let genres: ReadonlySet<string>;

    beforeAll(async () => {
      user = await createUser(app.prisma);
      await rate(user, stars);
      const providers = await app.prisma.mediumProvider.findMany({ where: { name: { in: SERVICES } } });
      await app.prisma.userMediumProvider.createMany({
        data: providers.map(({ id }) => ({ userId: user.id, providerId: id })),
      });
      const names = await app.prisma.genre.findMany();
      genres = new Set(names.map(({ title }) => title.toLowerCase()));
      const ratings = await app.prisma.userMediumRating.findMany({
        where: { userId: user.id },
        include: { medium: true },
      });
      expect(ratings.every(({ medium }) => medium.themes.length > 0)).toBe(true);
      rated = ratings.map(({ medium }) => medium.title);
    });

    /** Tests the reasons of titles on one screen, and notes them in the report of the test. */
    async function expectReasons(
      titles: readonly { id: number; title: string; reason: string | null }[],
      annotate: (message: string) => Promise<unknown>,
    ): Promise<void> {
      await annotate(titles.map(({ title, reason }) => `${title}: ${reason}`).join('\n'));
      const reasons = titles.flatMap(({ reason }) => reason ?? []);
      const untold = await app.prisma.medium.findMany({ where: { themes: { isEmpty: true } } });
      const withoutThemes = new Set(untold.map(({ id }) => id));
      // The same two rated titles in another order are the same reason.
      const inOrder = reasons.map((reason) => reason.split(/\W+/).sort().join(' '));
      expect(new Set(inOrder).size).toBe(inOrder.length);
      for (const { id, reason } of titles) {
        if (reason === null) continue;
        expect(rated.some((name) => reason.includes(name))).toBe(true);
        const said = reason.slice(reason.lastIndexOf(': ') + 2, -1);
        if (!withoutThemes.has(id)) expect(genres, reason).not.toContain(said);
      }
    }

    it('reads on the first screens of Discover why each title, and no reason twice', async ({ annotate }) => {
      const { body } = await app.as(user).get('/api/v2/media?grouped_genres=true&view=card').expect(200);
      const reply: MediaReply = body;
      expect(reply.grouped_media.length).toBeGreaterThan(2);
      const shown = reply.grouped_media.flatMap(({ media }) => media);
      await expectReasons([...new Map(shown.map((medium) => [medium.id, medium])).values()], annotate);
    });

    it('reads why at least half of the first six titles, and no reason twice', async ({ annotate }) => {
      const media = await recommended(user, 20);
      await expectReasons(media, annotate);
      expect(media.filter(({ reason }) => reason !== null).length).toBeGreaterThanOrEqual(3);
    });

    it('reads among the three of Tonight no reason twice, and on the cards the same ones', async ({
      annotate,
    }) => {
      const { body } = await app.as(user).get('/api/v1/tonight').expect(200);
      const { picks }: TonightReply = body;
      expect(picks).toHaveLength(3);
      await expectReasons(
        picks.map(({ medium }) => medium),
        annotate,
      );
      expect(new Set(picks.map(({ reason }) => reason)).size).toBe(3);
      for (const { medium, reason } of picks) expect(medium.reason ?? reason).toBe(reason);
    });
  },
);

it('a series in progress is no recommendation, and a dropped one leaves every row and counts against its like', async () => {
  const user = await createUser(app.prisma, { unavailableTitles: true });
  await rate(user, HORROR);
  const before = await recommended(user, 100);
  const series = before.find(({ type }) => type === 'series');
  if (!series) throw new Error('no series among the recommended');
  await app.prisma.userList.create({
    data: { listType: 'staff', name: 'Series', media: { create: [{ mediumId: series.id, position: 0 }] } },
  });
  await app.deps.inMemory.refresh();
  const call = (path: string, body: object) =>
    app.as(user).put(`/api/v1/media/${series.id}/${path}`).send(body).expect(200);
  await call('episodes', { episodes: [{ season: 1, episode: 1 }], seen: true });
  const begun = await recommended(user, 100);
  expect(begun.map(({ id }) => id)).not.toContain(series.id);
  const { media } = (await app.as(user).get('/api/v1/media/to_rate?per_page=100').expect(200)).body;
  expect(media.map(({ id }: { id: number }) => id)).not.toContain(series.id);
  await call('watching', { state: 'dropped' });
  const dropped = await recommended(user, 100);
  const likelihoodOf = new Map(begun.map(({ id, likelyhood }) => [id, likelyhood]));
  expect(dropped.map(({ id }) => id)).not.toEqual(begun.map(({ id }) => id));
  for (const { id, likelyhood } of dropped) expect(likelyhood).toBe(likelihoodOf.get(id) ?? likelyhood);
  const rows = (
    await app.as(user).get('/api/v2/media?grouped_genres=true&view=card&per_page=100').expect(200)
  ).body.grouped_media;
  const shown = rows.flatMap((row: MediaReply) => row.media.map(({ id }) => id));
  expect(shown).not.toContain(series.id);
});

it('"More like this" has the first part of a franchise that the member does not know in the place of a later one', async () => {
  const user = await createUser(app.prisma);
  const parts = async (): Promise<string[]> => {
    const query = `selection=similar&medium_id=${await movie('Heat')}&view=card&per_page=20`;
    const { media }: MediaReply = (await app.as(user).get(`/api/v2/media?${query}`).expect(200)).body;
    return media.flatMap(({ title }) => (title.startsWith('The Godfather') ? [title] : []));
  };
  expect(await parts()).toEqual(['The Godfather']);
  await rate(user, { 'The Godfather': 5 });
  expect(await parts()).toEqual(['The Godfather Part II']);
  await rate(user, { 'The Godfather Part II': 5 });
  expect(await parts()).toEqual(['The Godfather Part III']);
});

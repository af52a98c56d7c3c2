import type { TonightReply } from '@marquee/contracts';
import type { Medium, User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createEpisodes, createMedium, createUser, unique } from '../../../test/factories.ts';

const { deps, prisma, as } = await startApp();

let providerId: number;
const media: Medium[] = [];

async function createProvider(): Promise<number> {
  const name = unique('service');
  const { id } = await prisma.mediumProvider.create({
    data: { name, slug: name, searchUrlTemplate: 'https://example.com/{title}' },
  });
  return id;
}

const offer = (mediumId: number, provider: number, kind: 'subscription' | 'rent' = 'subscription') =>
  prisma.providerMedium.create({
    data: { mediumId, providerId: provider, kind, url: 'https://example.com/x', source: 'test' },
  });

beforeAll(async () => {
  providerId = await createProvider();
  const genres = new Map<string, number>();
  for (const title of ['Comedy', 'Horror', 'Drama', 'Animation'])
    genres.set(title, (await prisma.genre.create({ data: { title } })).id);
  const kinds = [
    { genre: 'Comedy', runtimeMinutes: 90, ageRating: 'PG' },
    { genre: 'Horror', runtimeMinutes: 120, ageRating: 'R' },
    { genre: 'Drama', runtimeMinutes: 25, ageRating: null },
    { genre: 'Animation', runtimeMinutes: 80, ageRating: 'G' },
  ];
  for (let at = 0; at < 24; at++) {
    const { genre, ...facts } = kinds[at % kinds.length] ?? { genre: 'Comedy' };
    const medium = await createMedium(prisma, { ...facts, popularity: 100 - at });
    await prisma.mediumGenre.create({ data: { mediumId: medium.id, genreId: genres.get(genre) ?? 0 } });
    await offer(medium.id, providerId);
    media.push(medium);
  }
  const rented = await createMedium(prisma, { title: 'Only for rent' });
  await offer(rented.id, providerId, 'rent');
  await deps.inMemory.refresh();
});

async function createMember(): Promise<User> {
  const user = await createUser(prisma);
  await prisma.userMediumProvider.create({ data: { userId: user.id, providerId } });
  return user;
}

async function pick(user: User, query = ''): Promise<TonightReply['picks']> {
  const { body } = await as(user).get(`/api/v1/tonight?${query}`).expect(200);
  return body.picks;
}

async function pickAll(user: User, query = ''): Promise<TonightReply['picks']> {
  const all: TonightReply['picks'] = [];
  for (let page = 1; ; page++) {
    const picks = await pick(user, `${query}&page=${page}`);
    if (picks.length === 0) return all;
    all.push(...picks);
  }
}

const idsOf = (picks: TonightReply['picks']): number[] => picks.map(({ medium }) => medium.id);
const included = () => new Set(media.map(({ id }) => id));

describe('GET /api/v1/tonight', () => {
  it('picks a sure, a bold and a saved title, each with a sentence', async () => {
    const user = await createMember();
    const watchLater = await prisma.userList.findFirstOrThrow({
      where: { ownerId: user.id, listType: 'watch_later' },
    });
    const saved = media[12];
    await prisma.userListMedium.create({
      data: { listId: watchLater.id, mediumId: saved?.id ?? 0, position: 1 },
    });
    const picks = await pick(user);
    expect(picks.map(({ role }) => role)).toEqual(['sure', 'bold', 'saved']);
    const [sure, bold, kept] = picks;
    expect(kept?.medium.id).toBe(saved?.id);
    const bestKnown = media.slice(0, 3).map(({ id }) => id);
    expect(bestKnown).not.toContain(bold?.medium.id);
    const every = await pickAll(user);
    const likelihoods = every.map(({ medium }) => medium.likelyhood ?? 0);
    expect(sure?.medium.likelyhood).toBe(Math.max(...likelihoods));
    for (const { reason, reason_parts: parts } of every) {
      expect(reason).toMatch(/^[A-Z].+\.$/);
      expect(parts.map(({ text }) => text).join('')).toBe(reason);
    }
  });

  it('fills a role without a title with the next sure one', async () => {
    const picks = await pick(await createMember());
    expect(picks.map(({ role }) => role)).toEqual(['sure', 'bold', 'sure']);
  });

  it('picks no bold title that a caller with ratings would hardly like', async () => {
    const user = await createMember();
    const rated = media.slice(0, 12).map(({ id }) => ({ userId: user.id, mediumId: id, rating: 2 }));
    await prisma.userMediumRating.createMany({ data: rated });
    const picks = await pickAll(user);
    expect(picks).toHaveLength(media.length - rated.length);
    for (const { role, medium } of picks)
      if (role === 'bold') expect(medium.likelyhood).toBeGreaterThanOrEqual(7);
  });

  it('picks no bold title that others like and for which no rated title speaks', async () => {
    const service = await createProvider();
    const crime = await prisma.genre.create({ data: { title: 'Crime' } });
    const cartoons = await prisma.genre.findFirstOrThrow({ where: { title: 'Animation' } });
    const create = async (genreId: number, data: Parameters<typeof createMedium>[1]) => {
      const medium = await createMedium(prisma, data);
      await prisma.mediumGenre.create({ data: { mediumId: medium.id, genreId } });
      await offer(medium.id, service);
      return medium;
    };
    const seen: Medium[] = [];
    for (let at = 0; at < 4; at++) seen.push(await create(crime.id, { popularity: 30 }));
    const lovedWith = seen.flatMap(({ externalId }) => externalId ?? []);
    for (let at = 0; at < 4; at++) await create(crime.id, { popularity: 20, lovedWith });
    const cartoonIds: number[] = [];
    for (let at = 0; at < 3; at++)
      cartoonIds.push((await create(cartoons.id, { type: 'series', releaseYear: 1961, popularity: 1 })).id);
    await deps.inMemory.refresh();
    const user = await createUser(prisma);
    await prisma.userMediumProvider.create({ data: { userId: user.id, providerId: service } });
    const disliked = media.filter((_, at) => at % 4 === 0);
    await prisma.userMediumRating.createMany({
      data: [
        ...seen.map(({ id }) => ({ userId: user.id, mediumId: id, rating: 10 })),
        ...disliked.map(({ id }) => ({ userId: user.id, mediumId: id, rating: 2 })),
      ],
    });
    const picks = await pickAll(user);
    const bold = picks.filter(({ role }) => role === 'bold');
    expect(idsOf(bold).filter((id) => cartoonIds.includes(id))).toEqual([]);
    expect(bold.length).toBeGreaterThan(0);
    for (const { reason_parts: parts } of bold)
      expect(parts.some(({ medium_id: id }) => seen.some((each) => each.id === id))).toBe(true);
  });

  it('says no sentence twice in one reply', async () => {
    const user = await createMember();
    const first = await pick(user);
    expect(new Set(first.map(({ reason }) => reason)).size).toBe(first.length);
    await prisma.userMediumRating.create({
      data: { userId: user.id, mediumId: media[2]?.id ?? 0, rating: 9 },
    });
    const rated = await pick(user);
    expect(new Set(rated.map(({ reason }) => reason)).size).toBe(rated.length);
  });

  it('pages through every title that can be watched, without repeating one', async () => {
    const ids = idsOf(await pickAll(await createMember()));
    expect(ids).toHaveLength(media.length);
    expect(new Set(ids)).toEqual(included());
  });

  it('leaves out rated, hidden and rented titles, and other services', async () => {
    const user = await createMember();
    await prisma.userMediumRating.create({
      data: { userId: user.id, mediumId: media[0]?.id ?? 0, rating: 9 },
    });
    await prisma.userMediumHidden.create({ data: { userId: user.id, mediumId: media[1]?.id ?? 0 } });
    const ids = idsOf(await pickAll(user));
    expect(new Set(ids)).toEqual(new Set(media.slice(2).map(({ id }) => id)));
    const stranger = await createUser(prisma);
    await prisma.userMediumProvider.create({
      data: { userId: stranger.id, providerId: await createProvider() },
    });
    await deps.inMemory.refresh();
    expect(await pick(stranger)).toEqual([]);
  });

  it('says which liked title raised the likelihood', async () => {
    const user = await createMember();
    await prisma.userMediumRating.createMany({
      data: media
        .slice(0, 12)
        .map(({ id }, at) => ({ userId: user.id, mediumId: id, rating: at % 4 === 1 ? 10 : 2 })),
    });
    const liked = media.slice(0, 12).filter((_, at) => at % 4 === 1);
    const [sure] = await pick(user);
    expect(
      liked.some(({ title }) => sure?.reason.startsWith(`Like ${title}`)),
      sure?.reason,
    ).toBe(true);
    const named = sure?.reason_parts.flatMap(({ medium_id: id }) => id ?? []);
    expect(liked.map(({ id }) => id)).toEqual(expect.arrayContaining(named ?? []));
    expect(named).not.toEqual([]);
  });

  it.each([
    ['minutes=30', [2]],
    ['minutes=100', [0, 2, 3]],
    ['mood=light', [0, 3]],
    ['mood=tense', [1]],
    ['mood=moving', [2]],
    ['mood=strange', [1]],
    ['mood=children', [3]],
    ['mood=light&minutes=30', []],
  ])('with %s picks only titles that fit', async (query, kinds) => {
    const ids = idsOf(await pickAll(await createMember(), query));
    const fitting = media.filter((_, at) => kinds.includes(at % 4)).map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(fitting));
  });

  it.each(['minutes=45', 'minutes=', 'mood=sad', 'page=0', 'page=-1', 'mood=light&mood=tense'])(
    'answers 422 for %s',
    async (query) => {
      await as(await createMember())
        .get(`/api/v1/tonight?${query}`)
        .expect(422);
    },
  );

  it('is empty on a page far behind the end', async () => {
    expect(await pick(await createMember(), 'page=999999999999999')).toEqual([]);
  });
});

describe('POST /api/v1/tonight/{id}/not_tonight', () => {
  it('leaves the title out of the picks for seven days', async () => {
    const user = await createMember();
    const other = await createMember();
    const [first] = await pick(user);
    const id = first?.medium.id ?? 0;
    for (let time = 0; time < 2; time++) await as(user).post(`/api/v1/tonight/${id}/not_tonight`).expect(204);
    expect(idsOf(await pickAll(user))).not.toContain(id);
    expect(idsOf(await pickAll(other))).toContain(id);
    await prisma.userNotTonight.updateMany({
      where: { userId: user.id },
      data: { createdAt: new Date(Date.now() - 7 * 86_400_000 - 1_000) },
    });
    expect(idsOf(await pickAll(user))).toContain(id);
    await deps.repos.upkeep.prune();
    expect(await prisma.userNotTonight.count({ where: { userId: user.id } })).toBe(0);
  });

  it('a title that is taken back is picked again, and taking it back twice changes nothing', async () => {
    const user = await createMember();
    const [first] = await pick(user);
    const path = `/api/v1/tonight/${first?.medium.id}/not_tonight`;
    await as(user).post(path).expect(204);
    for (let time = 0; time < 2; time++) await as(user).delete(path).expect(204);
    expect((await pick(user))[0]?.medium.id).toBe(first?.medium.id);
  });

  it.each(['2000000000', '0', 'abc'])('answers 404 for the title %s', async (id) => {
    await as(await createMember())
      .post(`/api/v1/tonight/${id}/not_tonight`)
      .expect(404);
  });
});

describe('GET /api/v1/tonight with a series in progress', () => {
  const begin = async (service: number, data: { runtimeMinutes?: number; episodeMinutes?: number } = {}) => {
    const medium = await createMedium(prisma, {
      type: 'series',
      runtimeMinutes: data.runtimeMinutes ?? 50,
      popularity: 1,
    });
    await offer(medium.id, service);
    const airDate = new Date('2020-01-01');
    await createEpisodes(prisma, medium, [
      { season: 1, episode: 1, airDate },
      { season: 1, episode: 2, airDate, name: 'Next', runtimeMinutes: data.episodeMinutes ?? null },
    ]);
    return medium;
  };
  const see = (user: User, { id }: Medium) =>
    as(user)
      .put(`/api/v1/media/${id}/episodes`)
      .send({ episodes: [{ season: 1, episode: 1 }], seen: true })
      .expect(200);

  it('offers to continue it as one of three, where its next episode fits the time', async () => {
    const [long, short] = [await begin(providerId), await begin(providerId, { episodeMinutes: 25 })];
    await deps.inMemory.refresh();
    const user = await createMember();
    await see(user, short);
    await see(user, long);
    const rolesOf = (picks: TonightReply['picks']) => picks.map(({ role }) => role);
    const first = await pick(user);
    expect(rolesOf(first)).toEqual(['continue', 'sure', 'bold']);
    expect(first[0]).toMatchObject({
      medium: { id: long.id },
      episode: { season: 1, episode: 2, name: 'Next', runtime_minutes: 50 },
      reason: 'You are watching it: season 1, episode 2 comes next.',
    });
    expect(first[1]?.episode).toBeNull();
    expect((await pick(user, 'page=2'))[0]).toMatchObject({ role: 'continue', medium: { id: short.id } });
    const brief = await pick(user, 'minutes=30');
    expect(brief[0]).toMatchObject({ role: 'continue', medium: { id: short.id } });
    const all = await pickAll(user);
    expect(new Set(idsOf(all)).size).toBe(all.length);
    await as(user).post(`/api/v1/tonight/${long.id}/not_tonight`).expect(204);
    expect((await pick(user))[0]?.medium.id).toBe(short.id);
    await as(user).put(`/api/v1/media/${short.id}/watching`).send({ state: 'on_hold' }).expect(200);
    expect(rolesOf(await pick(user))).not.toContain('continue');
  });

  it('leaves a service out', async () => {
    const [mine, other] = [await createProvider(), await createProvider()];
    const medium = await begin(mine);
    const elsewhere = await createMedium(prisma, { popularity: 1 });
    await offer(elsewhere.id, other);
    await deps.inMemory.refresh();
    const user = await createUser(prisma);
    await prisma.userMediumProvider.createMany({
      data: [mine, other].map((provider) => ({ userId: user.id, providerId: provider })),
    });
    await see(user, medium);
    expect(idsOf(await pickAll(user))).toEqual(expect.arrayContaining([medium.id, elsewhere.id]));
    expect(idsOf(await pickAll(user, `without=${mine}`))).toEqual([elsewhere.id]);
    expect(idsOf(await pickAll(user, `without=${other}`))).not.toContain(elsewhere.id);
    await as(user).get('/api/v1/tonight?without=2147483647').expect(422);
    await as(user).get('/api/v1/tonight?without=x').expect(422);
  });
});

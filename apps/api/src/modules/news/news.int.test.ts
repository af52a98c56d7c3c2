import type { NewsItem, NewsReply } from '@marquee/contracts';
import type { Medium, ProviderMedium, User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDeps } from '#src/deps.ts';
import { startApp, testEnv } from '../../../test/app.ts';
import { createEpisodes, createList, createMedium, createUser, unique } from '../../../test/factories.ts';

const DAY_MS = 86_400_000;
const { deps, prisma, as } = await startApp();
const daysFromNow = (days: number): Date => new Date(Date.now() + days * DAY_MS);
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

let providerId: number;
/** Old titles that the service has had since its first day: twelve comedies, then twelve horror movies. */
const stock: Medium[] = [];
const genres: number[] = [];

async function createProvider(): Promise<number> {
  const name = unique('service');
  const { id } = await prisma.mediumProvider.create({
    data: { name, slug: name, searchUrlTemplate: 'https://example.com/{title}' },
  });
  return id;
}

const offer = (
  { id: mediumId }: Medium,
  {
    days = 0,
    leaving = null,
    provider = providerId,
  }: { days?: number; leaving?: number | null; provider?: number },
): Promise<ProviderMedium> =>
  prisma.providerMedium.create({
    data: {
      mediumId,
      providerId: provider,
      url: 'https://example.com/x',
      source: 'test',
      firstSeenAt: daysFromNow(-days),
      leavingOn: leaving === null ? null : daysFromNow(leaving),
    },
  });

const createComedy = (data: Parameters<typeof createMedium>[1] = {}): Promise<Medium> =>
  createMedium(prisma, { ...data, genres: { create: { genreId: genres[0] ?? 0 } } });

beforeAll(async () => {
  providerId = await createProvider();
  for (const title of ['Comedy', 'Horror']) genres.push((await prisma.genre.create({ data: { title } })).id);
  for (let at = 0; at < 24; at++) {
    const medium = await createMedium(prisma, {
      popularity: 50,
      createdAt: daysFromNow(-400),
      genres: { create: { genreId: genres[at < 12 ? 0 : 1] ?? 0 } },
    });
    await offer(medium, { days: 400 });
    stock.push(medium);
  }
  // The first nineteen in twenty titles of a catalogue are its stock, so the new titles of the tests must be few.
  await prisma.medium.createMany({
    data: Array.from({ length: 1_000 }, (_, at) => ({
      source: 'test',
      type: 'movie' as const,
      externalId: `stock-${at}`,
      title: `Stock ${at}`,
      releaseYear: 1990,
      createdAt: daysFromNow(-400),
    })),
  });
});

/** Creates a member with the service who loves comedies. */
async function createMember(data: Parameters<typeof createUser>[1] = {}): Promise<User> {
  const user = await createUser(prisma, data);
  await prisma.userMediumProvider.create({ data: { userId: user.id, providerId } });
  await prisma.userMediumRating.createMany({
    data: stock.map(({ id }, at) => ({ userId: user.id, mediumId: id, rating: at < 12 ? 10 : 0 })),
  });
  return user;
}

async function save(user: User, medium: Medium): Promise<void> {
  const list = await prisma.userList.findFirstOrThrow({
    where: { ownerId: user.id, listType: 'watch_later' },
  });
  await prisma.userListMedium.create({ data: { listId: list.id, mediumId: medium.id, position: medium.id } });
}

async function newsOf(user: User): Promise<NewsReply> {
  await deps.inMemory.refresh();
  return (await as(user).get('/api/v1/news').expect(200)).body;
}

const about = (reply: NewsReply, medium: Medium): NewsItem[] =>
  reply.news.filter((item) => item.medium.id === medium.id);

describe('GET /api/v1/news', () => {
  it('names a saved title that came to a service of the member once, with its offer, day and list', async () => {
    const user = await createMember();
    const [saved, elsewhere, older] = await Promise.all([1, 2, 3].map(() => createMedium(prisma)));
    if (!saved || !elsewhere || !older) throw new Error('three titles were created');
    const second = await createProvider();
    await offer(stock[0] ?? expect.fail(), { provider: second, days: 400 });
    await prisma.userMediumProvider.create({ data: { userId: user.id, providerId: second } });
    const { id } = await offer(saved, { days: 3 });
    await offer(saved, { days: 5, provider: second });
    await offer(elsewhere, { days: 3, provider: await createProvider() });
    await offer(older, { days: 40 });
    for (const medium of [saved, elsewhere, older]) await save(user, medium);
    await createList(prisma, user, { name: 'Rainy days', media: [saved] });
    const reply = await newsOf(user);
    expect(about(reply, saved)).toMatchObject([
      {
        kind: 'saved_arrived',
        provider_medium: { id, selected: true },
        date: dayOf(daysFromNow(-3)),
        reason: 'You saved it for later.',
        import_id: null,
      },
    ]);
    expect([...about(reply, elsewhere), ...about(reply, older)]).toEqual([]);
  });

  it('puts a saved title that leaves within fourteen days first, also from a list that the member joined', async () => {
    const user = await createMember();
    const host = await createMember();
    const [soon, later, arrived] = await Promise.all([1, 2, 3].map(() => createMedium(prisma)));
    if (!soon || !later || !arrived) throw new Error('three titles were created');
    await offer(soon, { days: 100, leaving: 14 });
    await offer(later, { days: 100, leaving: 16 });
    await offer(arrived, { days: 1 });
    await createList(prisma, host, { name: 'Ours', media: [soon, later], shares: [{ user }] });
    await save(user, arrived);
    const { news } = await newsOf(user);
    expect(news.slice(0, 2)).toMatchObject([
      {
        kind: 'saved_leaving',
        medium: { id: soon.id },
        date: dayOf(daysFromNow(14)),
        reason: 'You saved it to “Ours”.',
      },
      { kind: 'saved_arrived', medium: { id: arrived.id } },
    ]);
    expect(news.some(({ medium }) => medium.id === later.id)).toBe(false);
  });

  it('leaves out saved titles that the member has rated, seen or hidden', async () => {
    const user = await createMember();
    const media = await Promise.all([1, 2, 3].map(() => createMedium(prisma)));
    for (const medium of media) {
      await offer(medium, { days: 1 });
      await save(user, medium);
    }
    const [rated, seen, hidden] = media.map(({ id: mediumId }) => ({ userId: user.id, mediumId }));
    if (!rated || !seen || !hidden) throw new Error('three titles were created');
    await prisma.userMediumRating.create({ data: { ...rated, rating: 5 } });
    await prisma.userMediumSeen.create({ data: seen });
    await prisma.userMediumHidden.create({ data: hidden });
    const reply = await newsOf(user);
    expect(media.flatMap((medium) => about(reply, medium))).toEqual([]);
  });

  it('names new titles with a likelihood of 8 or more, by likelihood and not by fame, with the rating behind it', async () => {
    const user = await createMember();
    const fresh = await Promise.all([createComedy({ popularity: 1 }), createComedy({ popularity: 90 })]);
    const horror = await createMedium(prisma, {
      popularity: 100,
      genres: { create: { genreId: genres[1] ?? 0 } },
    });
    for (const medium of [...fresh, horror]) await offer(medium, { days: 2 });
    const reply = await newsOf(user);
    const forYou = reply.news.filter(({ kind }) => kind === 'new_for_you');
    const likelihoods = forYou.map(({ medium }) => medium.likelyhood ?? 0);
    expect(likelihoods).toEqual([...likelihoods].sort((a, b) => b - a));
    expect(Math.min(...likelihoods)).toBeGreaterThanOrEqual(8);
    for (const medium of fresh)
      expect(about(reply, medium)).toMatchObject([
        {
          kind: 'new_for_you',
          reason: expect.stringMatching(/^Like .+\.$/),
        },
      ]);
    expect(about(reply, horror)).toEqual([]);
  });

  it('names a release of the last weeks that the member will probably like, also without an offer of the member', async () => {
    const user = await createMember();
    const other = await createProvider();
    const release = await createComedy({ releaseYear: new Date().getFullYear() });
    const old = await createComedy({ releaseYear: 1950 });
    for (const medium of [release, old]) await offer(medium, { provider: other });
    const reply = await newsOf(user);
    expect(about(reply, release)).toMatchObject([{ kind: 'new_for_you', provider_medium: null }]);
    expect(about(reply, old)).toEqual([]);
  });

  it('names a new season of a series that the member rated 8 or more', async () => {
    const user = await createMember();
    const [liked, disliked] = await Promise.all(
      [1, 2].map(() => createMedium(prisma, { type: 'series', seasons: 2, createdAt: daysFromNow(-400) })),
    );
    if (!liked || !disliked) throw new Error('two series were created');
    for (const [medium, rating] of [
      [liked, 9],
      [disliked, 7],
    ] as const) {
      await prisma.userMediumRating.create({ data: { userId: user.id, mediumId: medium.id, rating } });
      await prisma.medium.update({ where: { id: medium.id }, data: { seasons: 3 } });
    }
    const reply = await newsOf(user);
    expect(about(reply, liked)).toMatchObject([
      {
        kind: 'new_season',
        date: dayOf(new Date()),
        reason: 'You rated it 4.5 stars, and it has 3 seasons now.',
        provider_medium: null,
      },
    ]);
    expect(about(reply, disliked)).toEqual([]);
  });

  it('tells of a new season of what the member watches, since its first day, until it is dropped', async () => {
    const user = await createMember();
    const [watched, other] = await Promise.all([
      createMedium(prisma, { type: 'series' }),
      createMedium(prisma, { type: 'series' }),
    ]);
    const since = dayOf(new Date(Date.now() - 3 * 86_400_000));
    for (const medium of [watched, other]) {
      await createEpisodes(prisma, medium, [
        { season: 1, episode: 1, airDate: new Date('2020-01-01') },
        { season: 2, episode: 1, airDate: new Date(since) },
      ]);
      await prisma.season.updateMany({
        where: { mediumId: medium.id, season: 2 },
        data: { firstAirDate: new Date(since) },
      });
    }
    await deps.inMemory.refresh();
    await as(user)
      .put(`/api/v1/media/${watched.id}/episodes`)
      .send({ episodes: [{ season: 1, episode: 1 }], seen: true })
      .expect(200);
    const reply = await newsOf(user);
    expect(about(reply, watched)).toMatchObject([
      { kind: 'new_season', date: since, reason: 'You watch it, and it has 2 seasons now.' },
    ]);
    expect(about(reply, other)).toEqual([]);
    await as(user).put(`/api/v1/media/${watched.id}/watching`).send({ state: 'dropped' }).expect(200);
    expect(about(await newsOf(user), watched)).toEqual([]);
  });

  it('is read in pages, and a page past the end is empty', async () => {
    const user = await createMember();
    for (let at = 0; at < 26; at++) {
      const medium = await createMedium(prisma);
      await offer(medium, { days: 1 });
      await save(user, medium);
    }
    const first = await newsOf(user);
    const { total_count } = first.pagination;
    expect(first).toMatchObject({ pagination: { current_page: 1, has_more: true } });
    const second: NewsReply = (await as(user).get('/api/v1/news?page=2').expect(200)).body;
    const ids = [...first.news, ...second.news].map(({ medium }) => medium.id);
    expect(new Set(ids).size).toBe(Math.min(50, total_count));
    const { body } = await as(user).get('/api/v1/news?page=99999999').expect(200);
    expect(body).toMatchObject({ news: [], pagination: { has_more: false, total_count } });
  });

  it('is empty of offers for a member who has chosen no services', async () => {
    const user = await createUser(prisma);
    const medium = await createMedium(prisma);
    await offer(medium, { days: 1, leaving: 3 });
    await save(user, medium);
    expect(about(await newsOf(user), medium)).toEqual([]);
  });
});

describe('the weekly mail with news', () => {
  const due = { newsDueAt: new Date(Date.now() - 1_000) };
  const queued = (user: User) =>
    prisma.outboxMessage.findMany({ where: { userId: user.id, kind: 'news' }, orderBy: { id: 'asc' } });
  const queue = async () => {
    await deps.inMemory.refresh();
    return deps.services.newsMails.queueDue();
  };

  async function createReader(
    data: Parameters<typeof createUser>[1] = {},
  ): Promise<{ user: User; medium: Medium }> {
    const user = await createMember({ ...due, ...data });
    // Other tests of this file have created titles that this member would like.
    await prisma.user.update({ where: { id: user.id }, data: { newsUnsubscribed: ['new_for_you'] } });
    const medium = await createMedium(prisma);
    await offer(medium, { days: 1 });
    await save(user, medium);
    return { user, medium };
  }

  it('is due a week after sign-up, and is on for a new account', async () => {
    const { body } = await as(await createUser(prisma)).get('/api/v1/user');
    expect(body.user.digest_preferences).toEqual({ news: true, leaving_soon: false, new_on_services: false });
    const { user } = await createReader({ newsDueAt: undefined });
    await queue();
    expect(await queued(user)).toEqual([]);
    expect(user.newsDueAt.getTime()).toBeGreaterThan(Date.now() + 6.9 * DAY_MS);
  });

  it('names a title once: in one mail by simultaneous workers, and in no later mail', async () => {
    const { user, medium } = await createReader();
    await deps.inMemory.refresh();
    await Promise.all([1, 2, 3].map(() => deps.services.newsMails.queueDue()));
    expect(await queued(user)).toMatchObject([
      {
        payload: {
          items: [{ kind: 'saved_arrived', mediumId: medium.id, reason: 'You saved it for later.' }],
        },
      },
    ]);
    await prisma.user.update({ where: { id: user.id }, data: due });
    await queue();
    expect(await queued(user)).toHaveLength(1);
  });

  it('is not queued for members who switched it off, are no members, or have no news', async () => {
    const off = await createReader({ digestNews: false });
    const ended = await createReader({ trialEndsAt: new Date(Date.now() - 1_000) });
    const none = await createMember({ ...due, newsUnsubscribed: ['new_for_you'] });
    await queue();
    for (const user of [off.user, ended.user, none]) expect(await queued(user)).toEqual([]);
    const { newsDueAt } = await prisma.user.findUniqueOrThrow({ where: { id: none.id } });
    expect(newsDueAt.getTime()).toBeGreaterThan(Date.now() + 0.9 * DAY_MS);
  });

  it('leaves out a kind after its link was used, until the mail is turned on again', async () => {
    const { user } = await createReader();
    const token = deps.services.unsubscribe.createNewsToken(user.id, 'saved_arrived');
    const page = await as(user).get(`/unsubscribe/${token}`).expect(200);
    expect(page.text).toContain('emails about saved titles that come to your services');
    for (let time = 0; time < 2; time++) await as(user).post(`/unsubscribe/${token}`).expect(200);
    await queue();
    expect(await queued(user)).toEqual([]);
    const turnOn = { user: { digest_preferences: { news: true } } };
    await as(user).put('/api/v1/user').send(turnOn).expect(200);
    await prisma.user.update({ where: { id: user.id }, data: due });
    await queue();
    expect(await queued(user)).toHaveLength(1);
  });

  it('is turned off by the link of a mail that it replaced', async () => {
    const { id } = await createUser(prisma);
    const token = deps.secrets.sign('unsubscribe', `leaving_soon~u~${id}`);
    const user = await prisma.user.findUniqueOrThrow({ where: { id } });
    await as(user).post(`/unsubscribe/${token}`).expect(200);
    const { body } = await as(user).get('/api/v1/user');
    expect(body.user.digest_preferences.news).toBe(false);
  });

  it('finds the news in a process that serves no titles, as a worker is', async () => {
    const { user } = await createReader();
    const worker = await createDeps(await testEnv());
    await worker.services.newsMails.queueDue();
    expect(await queued(user)).toHaveLength(1);
    expect(worker.inMemory.isReady()).toBe(false);
    await worker.close();
  });
});

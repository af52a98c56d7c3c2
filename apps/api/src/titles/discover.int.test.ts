import type { MediaReply } from '@marquee/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../test/app.ts';
import { createMedium, createUser } from '../../test/factories.ts';

type App = Awaited<ReturnType<typeof startApp>>;
let app: App;
const titles: { id: number }[] = [];

beforeAll(async () => {
  app = await startApp();
  const { prisma } = app;
  const genres = await Promise.all(
    ['Horror', 'Romance'].map((title) => prisma.genre.create({ data: { title } })),
  );
  const providers = await Promise.all(
    ['One', 'Two'].map((name) =>
      prisma.mediumProvider.create({
        data: { name, slug: name.toLowerCase(), searchUrlTemplate: 'https://example.com/{title}' },
      }),
    ),
  );
  for (let at = 0; at < 60; at++) {
    const medium = await createMedium(prisma, { popularity: 100 - at, releaseYear: 1960 + at });
    await prisma.mediumGenre.create({ data: { mediumId: medium.id, genreId: genres[at % 2]?.id ?? 0 } });
    if (at % 3 !== 2) {
      await prisma.providerMedium.create({
        data: {
          mediumId: medium.id,
          providerId: providers[at % 3]?.id ?? 0,
          url: 'https://example.com/x',
          source: 'test',
        },
      });
    }
    titles.push(medium);
  }
  await app.deps.inMemory.refresh();
});

const discover = async (user: Parameters<App['as']>[0], query = ''): Promise<MediaReply> =>
  (await app.as(user).get(`/api/v2/media?${query}`).expect(200)).body;

describe('GET /api/v2/media', () => {
  it('returns the recommended row with its first page and the total count', async () => {
    const user = await createUser(app.prisma);
    const reply = await discover(user, 'grouped_genres=true');
    expect(reply.grouped_media.map(({ id }) => id)).toContain('recommended');
    const recommended = reply.grouped_media.find(({ kind }) => kind === 'recommended');
    expect(recommended?.pagination).toEqual({
      current_page: 1,
      has_more: true,
      page_count: 2,
      total_count: 40,
    });
    expect(recommended?.media).toHaveLength(20);
  });

  it('never repeats a title on another page', async () => {
    const user = await createUser(app.prisma);
    const pages = await Promise.all([1, 2, 3].map((page) => discover(user, `page=${page}&per_page=15`)));
    const ids = pages.flatMap(({ media }) => media.map(({ id }) => id));
    expect(new Set(ids).size).toBe(40);
    expect(ids).toHaveLength(40);
    expect((await discover(user, 'page=9')).media).toEqual([]);
  });

  it("shows only titles on the caller's providers when all_streaming is false", async () => {
    const user = await createUser(app.prisma);
    const provider = await app.prisma.mediumProvider.findFirstOrThrow({ where: { name: 'One' } });
    await app.prisma.userMediumProvider.create({ data: { userId: user.id, providerId: provider.id } });
    const reply = await discover(user, 'all_streaming=false&per_page=100');
    expect(reply.pagination.total_count).toBe(20);
    for (const { provider_medium } of reply.media)
      expect(provider_medium.some(({ selected }) => selected)).toBe(true);
  });

  it('returns no rated title in the recommended row, and caches replies by filter and view', async () => {
    const user = await createUser(app.prisma);
    const grouped = async (query = '') =>
      (await discover(user, `grouped_genres=true${query}`)).grouped_media.find(
        ({ id }) => id === 'recommended',
      )?.media ?? [];
    const [first] = await grouped();
    expect((await grouped()).map(({ id }) => id)).toContain(first?.id);
    await app
      .as(user)
      .post(`/api/v1/media/${first?.id}/user_medium_ratings`)
      .send({ user_medium_rating: { rating: 2 } })
      .expect(201);
    expect((await grouped()).map(({ id }) => id)).not.toContain(first?.id);
    const [whole] = await grouped('&view=full');
    const [card] = await grouped('&view=card');
    expect(whole).toHaveProperty('overview');
    expect(card).not.toHaveProperty('overview');
    expect(await grouped('&media_type=series')).toEqual([]);
    expect(await grouped()).not.toEqual([]);
  });

  it('moves a rated title from the recommendations to the rating history in the next reply', async () => {
    const user = await createUser(app.prisma);
    const first = (await discover(user)).media[0]?.id ?? 0;
    await app.prisma.userMediumRating.create({ data: { userId: user.id, mediumId: first, rating: 9 } });
    app.deps.users.drop(user.id);
    expect((await discover(user)).media.map(({ id }) => id)).not.toContain(first);
    const history = await discover(user, 'selection=rating_history');
    expect(history.media[0]).toMatchObject({ id: first, rating: 9, favorited: true });
  });
});

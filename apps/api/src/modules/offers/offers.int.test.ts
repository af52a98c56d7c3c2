import type { MediaReply, Medium } from '@marquee/contracts';
import type { Medium as MediumRow, Prisma, User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createMedium, createUser, unique } from '../../../test/factories.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
const dateOf = (date: Date): string => date.toISOString().slice(0, 10);

type App = Awaited<ReturnType<typeof startApp>>;
let app: App;
let providers: { id: number }[];
let media: MediumRow[];

const offer = (
  medium: number,
  provider: number,
  data: Partial<Prisma.ProviderMediumUncheckedCreateInput> = {},
) =>
  app.prisma.providerMedium.create({
    data: {
      mediumId: media[medium]?.id ?? 0,
      providerId: providers[provider]?.id ?? 0,
      url: 'https://example.com/x',
      source: 'test',
      firstSeenAt: inDays(-90),
      ...data,
    },
  });

/** Creates a member who selected these providers. */
async function createMember(chosen: readonly number[], data: Parameters<typeof createUser>[1] = {}) {
  const user = await createUser(app.prisma, data);
  await app.prisma.userMediumProvider.createMany({
    data: chosen.map((at) => ({ userId: user.id, providerId: providers[at]?.id ?? 0 })),
  });
  return user;
}

const discover = async (user: User, query = ''): Promise<MediaReply> =>
  (await app.as(user).get(`/api/v2/media?${query}`).expect(200)).body;
const idsOf = (found: readonly { id: number }[]): number[] => found.map(({ id }) => id);
const ids = (...at: number[]): number[] => at.map((index) => media[index]?.id ?? 0);
const get = async (user: User, at: number): Promise<Medium> =>
  (await app.as(user).get(`/api/v1/media/${media[at]?.id}`).expect(200)).body.medium;
const groupOf = ({ grouped_media }: MediaReply, kind: string) =>
  grouped_media.find((group) => group.kind === kind);

beforeAll(async () => {
  app = await startApp();
  providers = await Promise.all(
    [0, 1, 2].map(() => {
      const name = unique('service');
      return app.prisma.mediumProvider.create({
        data: { name, slug: name, searchUrlTemplate: 'https://example.com/{title}' },
      });
    }),
  );
  media = await Promise.all([9, 8, 7, 6, 5, 4].map((popularity) => createMedium(app.prisma, { popularity })));
  await offer(0, 0, { quality: 'HD' });
  await offer(0, 0, { kind: 'rent', priceCents: 399, quality: 'UHD' });
  await offer(0, 1, { kind: 'buy', priceCents: 999 });
  await offer(1, 1, { kind: 'rent', priceCents: 299 });
  await offer(2, 0, { country: 'DE', currency: 'EUR', kind: 'free' });
  await offer(3, 0, { leavingOn: inDays(5) });
  await offer(4, 0, { firstSeenAt: inDays(-2) });
  await offer(5, 2, { leavingOn: inDays(3), firstSeenAt: inDays(-1) });
  await app.deps.inMemory.refresh();
});

describe('offers', () => {
  it('have kind, price, currency, quality and dates, and included offers come first', async () => {
    const { provider_medium } = await get(await createMember([0]), 0);
    expect(
      provider_medium.map(({ kind, price, quality, selected }) => [kind, price, quality, selected]),
    ).toEqual([
      ['subscription', 0, 'HD', true],
      ['rent', 3.99, 'UHD', true],
      ['buy', 9.99, null, false],
    ]);
    const leaving = await get(await createMember([0]), 3);
    expect(leaving.provider_medium[0]).toMatchObject({ currency: 'USD', leaving_on: dateOf(inDays(5)) });
  });

  it('match the filter by providers only when the offers are included', async () => {
    const reply = await discover(await createMember([1]), 'all_streaming=false');
    expect(idsOf(reply.media)).toEqual([]);
    const own = await discover(await createMember([0]), 'all_streaming=false');
    expect(new Set(idsOf(own.media))).toEqual(new Set(ids(0, 3, 4)));
  });
});

describe('GET /api/v1/countries', () => {
  it('returns the countries with offers by name, with the number of their titles', async () => {
    const { body } = await app.visitor.get('/api/v1/countries').expect(200);
    expect(body.countries).toEqual([
      { code: 'DE', name: 'Germany', titles: 1 },
      { code: 'US', name: 'United States', titles: 5 },
    ]);
  });
});

describe('user.country', () => {
  it('is US by default, can be changed by PUT, and returns 422 for an unknown code', async () => {
    const user = await createUser(app.prisma);
    const agent = app.as(user);
    expect((await agent.get('/api/v1/user')).body.user.country).toBe('US');
    const reply = await agent.put('/api/v1/user').send({ user: { country: 'DE' } });
    expect([reply.status, reply.body.user.country]).toEqual([200, 'DE']);
    for (const country of ['XX', 'de', 'USA', '', 7, null])
      expect((await agent.put('/api/v1/user').send({ user: { country } })).status).toBe(422);
  });

  it('determines offers, no_providers, rows and filters', async () => {
    const user = await createMember([0]);
    expect((await get(user, 2)).no_providers).toBe(true);
    await app
      .as(user)
      .put('/api/v1/user')
      .send({ user: { country: 'DE' } })
      .expect(200);
    const here = await get(user, 2);
    expect([here.no_providers, here.provider_medium.map(({ kind }) => kind)]).toEqual([false, ['free']]);
    const there = await get(user, 0);
    expect([there.no_providers, there.provider_medium]).toEqual([true, []]);
    expect(idsOf((await discover(user)).media)).toEqual(ids(2));
    await app
      .as(user)
      .put('/api/v1/user')
      .send({ user: { country: 'FR' } })
      .expect(200);
    expect((await discover(user, 'grouped_genres=true')).grouped_media).toEqual([]);
  });
});

describe('POST /api/v1/media/{id}/wrong_offer', () => {
  const report = (user: User, at: number, provider_medium_id: number) =>
    app.as(user).post(`/api/v1/media/${media[at]?.id}/wrong_offer`).send({ provider_medium_id });

  it('takes a gone offer out of cards, rows and filters of this user, and marks it in the full title', async () => {
    const [user, other] = [await createMember([0]), await createMember([0])];
    const [wrong] = (await get(user, 4)).provider_medium;
    const first = await report(user, 4, wrong?.id ?? 0);
    expect([first.status, first.body.medium.no_providers]).toEqual([201, true]);
    expect(first.body.medium.provider_medium).toEqual([{ ...wrong, reported: 'gone' }]);
    expect((await report(user, 4, wrong?.id ?? 0)).status).toBe(201);
    expect(await app.prisma.userWrongOffer.count({ where: { userId: user.id } })).toBe(1);
    const card = await app.as(user).get(`/api/v2/media?selection=search&query=${media[4]?.title}&view=card`);
    expect(card.body.media[0]).toMatchObject({ id: media[4]?.id, provider_medium: [] });
    expect((await get(user, 4)).provider_medium).toEqual([{ ...wrong, reported: 'gone' }]);
    expect(idsOf((await discover(user)).media)).not.toContain(media[4]?.id);
    expect(idsOf((await discover(user, 'all_streaming=false')).media)).not.toContain(media[4]?.id);
    expect(groupOf(await discover(user, 'grouped_genres=true'), 'new')).toBeUndefined();
    expect((await get(other, 4)).provider_medium).toEqual([{ ...wrong, reported: null }]);
  });

  it('keeps an offer with a wrong price or link everywhere, marked, and DELETE takes the report back', async () => {
    const user = await createMember([0]);
    const [wrong] = (await get(user, 4)).provider_medium;
    const path = `/api/v1/media/${media[4]?.id}/wrong_offer`;
    const send = (kind: string) => app.as(user).post(path).send({ provider_medium_id: wrong?.id, kind });
    await send('typo').expect(422);
    for (const kind of ['price', 'link']) {
      expect((await send(kind).expect(201)).body.medium).toMatchObject({
        no_providers: false,
        provider_medium: [{ ...wrong, reported: kind }],
      });
    }
    const rows = await discover(user, 'all_streaming=false&view=card');
    expect(rows.media.find(({ id }) => id === media[4]?.id)?.provider_medium[0]?.reported).toBe('link');
    await send('gone').expect(201);
    for (let again = 0; again < 2; again++) await app.as(user).delete(`${path}/${wrong?.id}`).expect(204);
    expect((await get(user, 4)).provider_medium).toEqual([{ ...wrong, reported: null }]);
    expect(idsOf((await discover(user, 'all_streaming=false')).media)).toContain(media[4]?.id);
    await app.as(user).delete(`/api/v1/media/2000000000/wrong_offer/${wrong?.id}`).expect(404);
  });

  it('keeps a title in the results while it has another included offer', async () => {
    const user = await createMember([0]);
    const wrong = (await get(user, 0)).provider_medium.find(({ kind }) => kind === 'rent');
    const { body } = await report(user, 0, wrong?.id ?? 0);
    expect(body.medium).toMatchObject({
      no_providers: false,
      provider_medium: [{ reported: null }, { kind: 'rent', reported: 'gone' }, { reported: null }],
    });
    expect(idsOf((await discover(user, 'all_streaming=false')).media)).toContain(media[0]?.id);
  });

  it('returns 422 for an offer of another title, and 404 for an unknown title', async () => {
    const user = await createMember([0]);
    const [other] = (await get(user, 0)).provider_medium;
    expect((await report(user, 3, other?.id ?? 0)).status).toBe(422);
    const unknown = await app
      .as(user)
      .post('/api/v1/media/2000000000/wrong_offer')
      .send({ provider_medium_id: other?.id ?? 0 });
    expect(unknown.status).toBe(404);
  });
});

describe('the rows `leaving` and `new`', () => {
  it('contain titles of the providers that a member selected, and are the last rows', async () => {
    const reply = await discover(await createMember([0]), 'grouped_genres=true');
    const kinds = reply.grouped_media.map(({ kind }) => kind);
    expect(kinds.slice(-2)).toEqual(['leaving', 'new']);
    const [leaving, arrived] = [groupOf(reply, 'leaving'), groupOf(reply, 'new')];
    expect([leaving?.id, leaving?.title, idsOf(leaving?.media ?? [])]).toEqual([
      'leaving',
      'Leaving soon',
      ids(3),
    ]);
    expect([arrived?.id, arrived?.title, idsOf(arrived?.media ?? [])]).toEqual([
      'new',
      'New on your streaming services',
      ids(4),
    ]);
  });

  it('contain titles of every provider when the member has selected no providers', async () => {
    const user = await createMember([]);
    const reply = await discover(user, 'grouped_genres=true');
    expect(idsOf(groupOf(reply, 'leaving')?.media ?? [])).toEqual(ids(5, 3));
    expect(groupOf(reply, 'new')?.title).toBe('New on streaming services');
    expect(idsOf((await discover(user, 'row=leaving')).media)).toEqual(ids(5, 3));
  });

  it('leave out rated titles, and are not shown when no titles are left', async () => {
    const user = await createMember([0]);
    await app.prisma.userMediumRating.create({
      data: { userId: user.id, mediumId: media[3]?.id ?? 0, rating: 7 },
    });
    const reply = await discover(user, 'grouped_genres=true');
    expect(groupOf(reply, 'leaving')).toBeUndefined();
    expect((await discover(user, 'row=leaving')).media).toEqual([]);
  });
});

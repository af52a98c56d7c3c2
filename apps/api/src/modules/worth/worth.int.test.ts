import type { WorthReply } from '@marquee/contracts';
import type { Medium, User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createMedium, createUser, unique } from '../../../test/factories.ts';

const DAY_MS = 86_400_000;
const { deps, prisma, as } = await startApp();

const providers: { id: number; name: string }[] = [];
const media: Medium[] = [];

const offer = (medium: number, provider: number, data: object = {}) =>
  prisma.providerMedium.create({
    data: {
      mediumId: media[medium]?.id ?? 0,
      providerId: providers[provider]?.id ?? 0,
      url: 'https://example.com/x',
      source: 'test',
      firstSeenAt: new Date(Date.now() - 400 * DAY_MS),
      ...data,
    },
  });

const idOf = (provider: number): number => providers[provider]?.id ?? 0;

/** Titles 0–3 are on service 0, titles 2–5 on service 1, title 6 on service 2, title 7 only for rent. */
beforeAll(async () => {
  for (let at = 0; at < 3; at++) {
    const name = unique('Service');
    providers.push(
      await prisma.mediumProvider.create({
        data: { name, slug: name, searchUrlTemplate: 'https://example.com/{title}' },
      }),
    );
  }
  for (let at = 0; at < 8; at++) media.push(await createMedium(prisma, { popularity: 100 - at }));
  for (const at of [0, 1, 2, 3]) await offer(at, 0);
  for (const at of [2, 3, 4, 5]) await offer(at, 1);
  await offer(6, 2);
  await offer(7, 2, { kind: 'rent', priceCents: 399 });
  const price = {
    country: 'US',
    currency: 'USD',
    listedOn: new Date('2025-01-31'),
    source: 'public list price',
  };
  await prisma.providerPrice.createMany({
    data: [
      { ...price, providerId: idOf(0), plan: 'Ad-free', priceCents: 1799 },
      { ...price, providerId: idOf(0), plan: 'With ads', priceCents: 999 },
      { ...price, providerId: idOf(1), plan: 'Standard', priceCents: 799 },
    ],
  });
  await deps.inMemory.refresh();
});

/**
 * Creates a member who probably likes every title: the model is sure of it after many high ratings of other titles.
 */
async function createMember(chosen: readonly number[] = []): Promise<User> {
  const user = await createUser(prisma);
  await prisma.userMediumProvider.createMany({
    data: chosen.map((at) => ({ userId: user.id, providerId: idOf(at) })),
  });
  const rated = await Promise.all(Array.from({ length: 30 }, () => createMedium(prisma)));
  await prisma.userMediumRating.createMany({
    data: rated.map(({ id }) => ({ userId: user.id, mediumId: id, rating: 10 })),
  });
  await deps.inMemory.refresh();
  return user;
}

const get = async (user: User, query = ''): Promise<WorthReply> =>
  (await as(user).get(`/api/v1/worth?${query}`).expect(200)).body;

const serviceOf = ({ services }: WorthReply, provider: number) =>
  services.find(({ medium_provider }) => medium_provider.id === idOf(provider));

describe('GET /api/v1/worth', () => {
  it('counts per service the likely titles, those only there, and the price of the cheapest plan', async () => {
    const onlyHere = ({ services }: WorthReply) =>
      services.map(({ medium_provider, only_here }) => [medium_provider.id, only_here]);
    // With a service of the member, only this one is compared.
    expect(onlyHere(await get(await createMember([0])))).toEqual([
      [idOf(0), 4],
      [idOf(1), 2],
      [idOf(2), 1],
    ]);
    const reply = await get(await createMember());
    expect(serviceOf(reply, 0)).toMatchObject({
      selected: false,
      price_in_cents: 999,
      currency: 'USD',
      price_date: '2025-01-31',
      price_source: 'public list price',
      price_plan: 'With ads',
      likely: 4,
      only_here: 2,
    });
    expect(serviceOf(reply, 1)).toMatchObject({
      selected: false,
      likely: 4,
      only_here: 2,
      price_in_cents: 799,
    });
    expect(serviceOf(reply, 2)).toMatchObject({
      likely: 1,
      only_here: 1,
      price_in_cents: null,
      currency: null,
    });
    expect(reply.considered).toBe(3);
    expect(reply.main_currency).toBe('USD');
  });

  it('finds the best set of each size, the present set and the set within the budget', async () => {
    const user = await createMember([0, 2]);
    const { sets, current, within_budget } = await get(user, 'budget_in_cents=1000');
    expect(sets.map(({ medium_provider_ids }) => medium_provider_ids.length)).toEqual([1, 2, 3]);
    expect(sets[1]?.medium_provider_ids).toEqual([idOf(0), idOf(1)]);
    expect(sets[2]?.monthly_in_cents).toBe(1798);
    const cheapest = within_budget?.medium_provider_ids ?? [];
    expect([[idOf(0)], [idOf(1)]]).toContainEqual(cheapest);
    expect(current).toMatchObject({ medium_provider_ids: [idOf(0), idOf(2)], monthly_in_cents: 999 });
    const reaches = sets.map(({ reach }) => reach);
    expect(reaches).toEqual(reaches.toSorted((a, b) => a - b));
    expect((await get(user, 'budget_in_cents=100')).within_budget).toBeNull();
    expect((await get(user)).within_budget).toBeNull();
  });

  it('does not count rated, seen and hidden titles', async () => {
    const user = await createMember();
    await prisma.userMediumRating.create({
      data: { userId: user.id, mediumId: media[0]?.id ?? 0, rating: 8 },
    });
    await prisma.userMediumSeen.create({ data: { userId: user.id, mediumId: media[1]?.id ?? 0 } });
    await as(user).post(`/api/v1/media/${media[2]?.id}/user_medium_hiddens`).expect(200);
    const reply = await get(user);
    expect(serviceOf(reply, 0)).toMatchObject({ likely: 1, only_here: 0 });
    expect(serviceOf(reply, 1)).toMatchObject({ likely: 3, only_here: 2 });
  });

  it('counts what arrived and what leaves this month', async () => {
    const user = await createMember();
    const now = new Date();
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    const stock = new Date(Date.UTC(year, month, 1) - 90 * DAY_MS);
    await prisma.providerMedium.updateMany({ data: { firstSeenAt: stock } });
    const change = (medium: number, data: object) =>
      prisma.providerMedium.updateMany({ where: { mediumId: media[medium]?.id ?? 0 }, data });
    await change(0, { firstSeenAt: new Date(Date.UTC(year, month, 1)) });
    await change(1, { leavingOn: new Date(Date.UTC(year, month + 1, 0)) });
    await change(4, { leavingOn: new Date(Date.UTC(year, month + 1, 1)) });
    await deps.inMemory.refresh();
    const reply = await get(user);
    expect(serviceOf(reply, 0)).toMatchObject({ arriving: 1, leaving: 1 });
    expect(serviceOf(reply, 1)).toMatchObject({ arriving: 0, leaving: 0 });
  });

  it('advises to leave a selected service that adds nothing', async () => {
    const user = await createMember([0, 1]);
    for (const at of [0, 1])
      await prisma.userMediumHidden.create({ data: { userId: user.id, mediumId: media[at]?.id ?? 0 } });
    const { advice } = await get(user);
    const now = new Date();
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
    const month = next.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
    expect(advice).toBe(`Pause ${providers[0]?.name} in ${month}: you would miss nothing and save $9.99.`);
    expect((await get(await createMember([0]))).advice).toBeNull();
  });

  it('advises the exchange of a selected service that gains the most titles and costs no more', async () => {
    const user = await createMember([0]);
    for (const at of [0, 1])
      await prisma.userMediumHidden.create({ data: { userId: user.id, mediumId: media[at]?.id ?? 0 } });
    const [from, to] = providers.map(({ name }) => name);
    const gained = `${to} instead of ${from}: 2 more titles, for`;
    expect((await get(user)).advice).toBe(`${gained} $2.00 less a month.`);
    const price = (cents: number) => ({
      prices: [{ medium_provider_id: idOf(1), price_in_cents: cents, currency: 'USD' }],
    });
    const pay = async (cents: number): Promise<WorthReply> =>
      (await as(user).put('/api/v1/worth/prices').send(price(cents)).expect(200)).body;
    expect((await pay(999)).advice).toBe(`${gained} the same price.`);
    expect((await pay(1000)).advice, 'a dearer one is no exchange').toBeNull();
    expect((await pay(0)).advice, 'a free one needs none').toBeNull();
  });

  it.each(['budget_in_cents=-1', 'budget_in_cents=1.5', 'budget_in_cents=100001', 'budget_in_cents=x'])(
    'answers 422 for %s',
    async (query) => {
      await as(await createUser(prisma))
        .get(`/api/v1/worth?${query}`)
        .expect(422);
    },
  );
});

describe('PUT /api/v1/worth/prices', () => {
  const put = (user: User, prices: unknown) => as(user).put('/api/v1/worth/prices').send({ prices });

  it('replaces the list price for the caller alone, and null brings it back', async () => {
    const [user, other] = [await createMember(), await createMember()];
    const own = { medium_provider_id: idOf(0), price_in_cents: 0, currency: 'USD' };
    const { body } = await put(user, [own]).expect(200);
    expect(serviceOf(body, 0)).toMatchObject({
      price_in_cents: 0,
      price_source: 'own',
      price_plan: null,
      price_date: new Date().toISOString().slice(0, 10),
    });
    expect(serviceOf(await get(other), 0)?.price_in_cents).toBe(999);
    const { body: again } = await put(user, [{ ...own, price_in_cents: null }]).expect(200);
    expect(serviceOf(again, 0)?.price_in_cents).toBe(999);
  });

  it('lists a price in another currency and never adds it', async () => {
    const user = await createMember();
    const { body } = await put(user, [
      { medium_provider_id: idOf(2), price_in_cents: 500, currency: 'EUR' },
    ]).expect(200);
    expect(serviceOf(body, 2)).toMatchObject({ price_in_cents: 500, currency: 'EUR' });
    expect(body.sets.at(-1)?.monthly_in_cents).toBe(1798);
  });

  it('saves nothing when one entry is invalid', async () => {
    const user = await createMember();
    const good = { medium_provider_id: idOf(0), price_in_cents: 100, currency: 'USD' };
    for (const bad of [
      { price_in_cents: -1 },
      { price_in_cents: 100_001 },
      { price_in_cents: 1.5 },
      { price_in_cents: '5' },
      { currency: 'usd' },
      { medium_provider_id: 2_000_000_000 },
    ]) {
      await put(user, [good, { ...good, ...bad }]).expect(422);
    }
    await put(
      user,
      Array.from({ length: 201 }, () => good),
    ).expect(422);
    expect(await prisma.userProviderPrice.count({ where: { userId: user.id } })).toBe(0);
  });
});

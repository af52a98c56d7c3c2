import type { PrismaClient } from '@marquee/prisma';
import bcrypt from 'bcrypt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '#src/data/database.ts';
import { importCatalogue } from '#src/modules/catalogue/feed/import.service.ts';
import {
  freshDatabaseUrl,
  readDemoLoad,
  testDatabaseUrl,
  useDemoCatalogue,
} from '../../../../test/database.ts';
import { DEMO_ACCOUNT, DEMO_RATINGS } from './demo-account.ts';
import { ensureSeed } from './seed.service.ts';

let prisma: PrismaClient;
beforeAll(async () => {
  await useDemoCatalogue();
  prisma = connectDatabase(await testDatabaseUrl());
});
afterAll(() => prisma.$disconnect());

const counts = async () => ({
  media: await prisma.medium.count(),
  offers: await prisma.providerMedium.count(),
  people: await prisma.person.count(),
  users: await prisma.user.count(),
  lists: await prisma.userList.count(),
  listMedia: await prisma.userListMedium.aggregate({ _count: true, _max: { id: true } }),
  ratings: await prisma.userMediumRating.count(),
  prices: await prisma.pricing.count(),
});

describe('ensureSeed', () => {
  it('creates the data of every installation, and leaves out the demo when the demo is turned off', async () => {
    const prisma = connectDatabase(await freshDatabaseUrl());
    expect(await ensureSeed(prisma, { demo: false })).toEqual({ titles: 0, madeAccount: false });
    expect(await prisma.medium.count()).toBe(0);
    expect(await prisma.mediumProvider.count()).toBe(7);
    expect(await prisma.mediumProvider.count({ where: { featured: true } })).toBe(4);
    expect(await prisma.systemMediumTag.count()).toBeGreaterThanOrEqual(60);
    expect(await prisma.genre.count()).toBe(19);
    const prices = await prisma.pricing.findMany({ orderBy: { priceInCents: 'asc' } });
    expect(
      prices.map(({ priceInCents, interval, isRecurring, isFree, accessMonths }) => [
        priceInCents,
        interval,
        isRecurring,
        isFree,
        accessMonths,
      ]),
    ).toEqual([
      [0, null, false, true, null],
      [399, 'month', true, false, null],
      [3900, 'year', true, false, null],
      [4900, null, false, false, 12],
    ]);
    await prisma.$disconnect();
  });

  it('loads the demo with staff lists, and the demo account only on request', async () => {
    const { result, shares } = await readDemoLoad();
    expect(result.titles).toBeGreaterThan(15_000);
    expect(result.madeAccount).toBe(false);
    expect(await prisma.user.count()).toBe(0);
    expect(shares.length).toBeGreaterThan(3);
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
    expect(await ensureSeed(prisma, { account: true })).toEqual({ titles: 0, madeAccount: true });

    const staff = await prisma.userList.findMany({ where: { listType: 'staff' } });
    expect(staff.length).toBeGreaterThanOrEqual(10);
    for (const list of staff) {
      expect(list.mediaCount).toBeGreaterThanOrEqual(12);
      expect(list.mediaCount).toBeLessThanOrEqual(25);
    }
    const user = await prisma.user.findUniqueOrThrow({
      where: { email: DEMO_ACCOUNT.email },
      include: { plan: true, providers: true, genres: true, lists: true, ratings: true },
    });
    expect(await bcrypt.compare(DEMO_ACCOUNT.password, user.passwordHash)).toBe(true);
    expect(bcrypt.getRounds(user.passwordHash)).toBe(12);
    expect(user).toMatchObject({
      signupStep: 5,
      emailVerifiedAt: expect.any(Date),
      subscriptionProcessor: null,
      plan: { planId: 'free_for_life' },
    });
    expect(user.providers).toHaveLength(DEMO_ACCOUNT.services.length);
    expect(user.genres).toHaveLength(DEMO_ACCOUNT.genres.length);
    expect(user.ratings).toHaveLength(DEMO_RATINGS.length);
    expect(user.lists).toHaveLength(4);
    const watching = await prisma.userSeries.findMany({
      where: { userId: user.id },
      select: {
        seen: true,
        nextSeason: true,
        nextEpisode: true,
        state: true,
        medium: { select: { title: true } },
      },
      orderBy: { seen: 'asc' },
    });
    expect(watching).toEqual([
      { seen: 9, nextSeason: 1, nextEpisode: 10, state: 'watching', medium: { title: 'The Sopranos' } },
      {
        seen: 26,
        nextSeason: 2,
        nextEpisode: 7,
        state: 'watching',
        medium: { title: 'Avatar: The Last Airbender' },
      },
    ]);
  });

  it('names in staff lists and in the demo account only titles with an offer in the United States', async () => {
    const named = await prisma.userListMedium.findMany({
      where: {
        medium: {
          OR: [{ offers: { none: { country: 'US', delistedAt: null } } }, { delistedAt: { not: null } }],
        },
      },
      select: { medium: { select: { title: true } } },
    });
    expect(named).toEqual([]);
    const rated = { offers: { none: { country: 'US' } } };
    expect(await prisma.userMediumRating.count({ where: { medium: rated } })).toBe(0);
  });

  it('gives each provider a dated list price that says where it is from', async () => {
    const prices = await prisma.providerPrice.findMany();
    expect(new Set(prices.map(({ providerId }) => providerId)).size).toBe(7);
    for (const { source, listedOn, priceCents } of prices)
      expect([source, listedOn < new Date(), priceCents > 0]).toEqual(['public list price', true, true]);
  });

  it('knows the episodes of the series', async () => {
    expect(await prisma.episode.count({ where: { name: { not: null } } })).toBeGreaterThan(40_000);
    expect(await prisma.seriesFacts.count({ where: { status: 'returning' } })).toBeGreaterThan(200);
  });

  it('changes nothing when all seed data are stored already, neither the day of an offer nor an episode', async () => {
    const state = async () => ({
      ...(await counts()),
      days: await prisma.providerMedium.groupBy({
        by: ['checkedAt'],
        _count: true,
        orderBy: { checkedAt: 'asc' },
      }),
      episodes: await prisma.$queryRaw`
        SELECT count(*)::int AS episodes, count(name)::int AS named, max(xmin::text::bigint)::text AS last FROM episodes`,
    });
    const before = await state();
    expect(before.days.length).toBeGreaterThan(20);
    expect(await ensureSeed(prisma, { account: true })).toEqual({ titles: 0, madeAccount: false });
    expect(await state()).toEqual(before);
  });

  it('removes seeded titles and staff lists that left the seed files, and keeps all other titles and lists', async () => {
    const feed = (source: string, key: string) =>
      importCatalogue(prisma, [JSON.stringify({ key, type: 'movie', title: key, services: ['Max'] })], {
        source,
        partial: true,
      });
    await feed('handmade', 'no-open-film');
    await feed('invented', 'by-hand');
    const [seeded, made] = await Promise.all(
      [true, false].map((isSeeded) =>
        prisma.userList.create({
          data: { listType: 'staff', name: `Made by ${isSeeded ? 'the seed' : 'hand'}`, seeded: isSeeded },
        }),
      ),
    );
    await ensureSeed(prisma);
    const titles = await prisma.medium.findMany({
      where: { externalId: { in: ['no-open-film', 'by-hand'] } },
      include: { offers: true },
      orderBy: { id: 'asc' },
    });
    expect(titles.map(({ delistedAt, offers }) => [delistedAt, offers[0]?.delistedAt])).toEqual([
      [expect.any(Date), expect.any(Date)],
      [null, null],
    ]);
    const lists = await prisma.userList.findMany({ where: { id: { in: [seeded?.id ?? 0, made?.id ?? 0] } } });
    expect(lists.map(({ name }) => name)).toEqual(['Made by hand']);
    expect(await ensureSeed(prisma)).toEqual({ titles: 0, madeAccount: false });
  });

  it('restores changed seed data and keeps data of users', async () => {
    const [list] = await prisma.userList.findMany({
      where: { listType: 'staff' },
      orderBy: { position: 'asc' },
    });
    if (list === undefined) expect.fail('no staff list');
    await prisma.userListMedium.deleteMany({ where: { listId: list.id } });
    await prisma.mediumProvider.update({ where: { slug: 'hulu' }, data: { featured: true } });
    await prisma.user.update({ where: { email: DEMO_ACCOUNT.email }, data: { firstName: 'Dora' } });
    await ensureSeed(prisma);
    const after = await prisma.userList.findUniqueOrThrow({ where: { id: list.id } });
    expect(after.mediaCount).toBe(list.mediaCount);
    expect((await prisma.mediumProvider.findUniqueOrThrow({ where: { slug: 'hulu' } })).featured).toBe(false);
    expect((await prisma.user.findUniqueOrThrow({ where: { email: DEMO_ACCOUNT.email } })).firstName).toBe(
      'Dora',
    );
  });
});

import { readFile } from 'node:fs/promises';
import type { PrismaClient } from '@marquee/prisma';
import bcrypt from 'bcrypt';
import { z } from 'zod';
import { PASSWORD_COST } from '#src/env-rules.ts';
import { importAwards } from '#src/modules/catalogue/awards.service.ts';
import { openFeedFile } from '#src/modules/catalogue/feed/feed-file.ts';
import { importCatalogue } from '#src/modules/catalogue/feed/import.service.ts';
import { lockSeed } from '#src/modules/catalogue/locks.ts';
import { saveSeries } from '#src/modules/catalogue/series/save-series.ts';
import {
  createSeriesRepository,
  type SeriesRepository,
} from '#src/modules/catalogue/series/series.repository.ts';
import { DEMO_SOURCE } from '#src/modules/catalogue/sources/source.ts';
import { FREE_PLAN_ID, PLANS } from '#src/modules/plans/price-list.ts';
import type { DemoTitle } from './demo-account.ts';
import { DEMO_ACCOUNT, DEMO_LISTS, DEMO_RATINGS, DEMO_WATCH_LATER, DEMO_WATCHING } from './demo-account.ts';
import { awardsPath, demoCataloguePath, openFilmsPath, pricesPath, staffListsPath } from './demo-files.ts';
import type { DemoAccountRepository, SeedRepository } from './seed.repository.ts';
import { createDemoAccountRepository, createSeedRepository } from './seed.repository.ts';
import { GENRES, PROVIDERS, TAGS } from './seed-data.ts';
import { readSeriesFiles } from './series-files.ts';

export interface SeedProgress {
  /** The current step, for display. */
  label: string;
  /** The progress from 0 to 1. */
  share: number;
}

export interface SeedOptions {
  /** Also seeds the demo catalogue and its staff lists; default: true. */
  demo?: boolean | undefined;
  /** Also creates the demo account, whose password is public; default: false. */
  account?: boolean | undefined;
  /**
   * Reports the progress while the catalogue is imported. When nothing is imported, the seed does not call
   * this function.
   */
  progress?: ((state: SeedProgress) => void) | undefined;
}

export interface SeedResult {
  /** Number of created or changed titles. */
  titles: number;
  /** Whether this run created the demo account. */
  madeAccount: boolean;
}

const DAY_MS = 86_400_000;
const SERIES_BATCH = 300;
const SERIES_TIMEOUT_MS = 60_000;

export const StaffLists = z.array(
  z.object({
    name: z.string().min(1).max(100),
    titles: z.array(z.object({ key: z.string(), type: z.enum(['movie', 'series']), title: z.string() })),
  }),
);

const ListPrices = z.array(
  z.object({
    country: z.string().length(2),
    service: z.string().min(1),
    plan: z.string().min(1),
    price_in_cents: z.int().min(0),
    currency: z.string().length(3),
    date: z.iso.date(),
    source: z.string().min(1),
  }),
);

async function importDemo(prisma: PrismaClient, path: string, options: SeedOptions): Promise<number> {
  const { lines, share } = await openFeedFile(path);
  const result = await importCatalogue(prisma, lines, {
    source: DEMO_SOURCE,
    progress: ({ created, updated, waiting }) => {
      if (created + updated > 0 || waiting)
        options.progress?.({ label: 'Loading the catalogue', share: waiting ? 0 : share() });
    },
  });
  return result.created + result.updated + result.delisted;
}

async function resolveTitles(
  repository: SeedRepository,
  titles: readonly DemoTitle[],
): Promise<Map<DemoTitle, number>> {
  const ids = await repository.listTitleIds(DEMO_SOURCE, titles);
  return new Map(
    titles.flatMap((title) => {
      const id = ids.get(`${title.type} ${title.key}`);
      return id === undefined ? [] : [[title, id] as const];
    }),
  );
}

/**
 * Writes what the files of the demo say of its series, and forgets what they say no longer, because an operator may leave
 * them out.
 */
async function ensureSeries(prisma: PrismaClient): Promise<void> {
  const said = await readSeriesFiles();
  const ids = await createSeedRepository(prisma).listTitleIds(
    DEMO_SOURCE,
    said.map(({ key }) => ({ type: 'series' as const, key })),
  );
  const records = said.flatMap(({ key, ...series }) => {
    const medium_id = ids.get(`series ${key}`);
    return medium_id === undefined ? [] : [{ medium_id, source: DEMO_SOURCE, ...series }];
  });
  const write = (work: (repository: SeriesRepository) => Promise<unknown>) =>
    prisma.$transaction((tx) => work(createSeriesRepository(tx)), { timeout: SERIES_TIMEOUT_MS });
  for (let at = 0; at < records.length; at += SERIES_BATCH)
    await write((repository) => saveSeries(repository, records.slice(at, at + SERIES_BATCH)));
  await write(async (repository) => {
    const gone = await repository.forgetOthers(
      DEMO_SOURCE,
      records.map(({ medium_id }) => medium_id),
    );
    await repository.queueChanges(gone.map((mediumId) => ({ mediumId, moves: [], carriesOver: false })));
  });
}

/** Creates, updates and deletes the staff lists of the seed to match their file. Other staff lists stay unchanged. */
async function ensureStaffLists(repository: SeedRepository): Promise<void> {
  const wanted = StaffLists.parse(JSON.parse(await readFile(staffListsPath, 'utf8')));
  const ids = await resolveTitles(
    repository,
    wanted.flatMap((list) => list.titles),
  );
  const there = await repository.listStaffLists();
  const known = new Map(there.map((list) => [list.name, list]));
  for (const [position, { name, titles }] of wanted.entries()) {
    const mediumIds = titles.flatMap((title) => ids.get(title) ?? []);
    const list = known.get(name);
    const id = list?.id ?? (await repository.createList({ name, position, listType: 'staff', seeded: true }));
    if (list !== undefined && (list.position !== position || !list.seeded)) {
      await repository.updateList(id, { position, seeded: true });
    }
    if (list?.media.map(({ mediumId }) => mediumId).join() !== mediumIds.join()) {
      await repository.replaceListMedia(id, mediumIds, null);
    }
  }
  const names = new Set(wanted.map(({ name }) => name));
  const gone = there.filter(({ name, seeded }) => seeded && !names.has(name));
  if (gone.length > 0) await repository.deleteLists(gone.map(({ id }) => id));
}

/** Creates the demo account with its choices, ratings, lists and series that it is watching, unless its address or name is taken. */
async function ensureDemoAccount(repository: SeedRepository & DemoAccountRepository): Promise<boolean> {
  const { email, password, displayName, services, genres } = DEMO_ACCOUNT;
  if (await repository.isTaken(email, displayName)) return false;
  const plan = await repository.findPlan(FREE_PLAN_ID);
  const userId = await repository.createUser({
    email,
    displayName,
    passwordHash: await bcrypt.hash(password, PASSWORD_COST),
    // The address of the demo account needs no confirmation mail.
    emailVerifiedAt: new Date(),
    signupStep: 5,
    planId: plan?.id ?? null,
    pricingId: plan?.pricingId ?? null,
  });
  await repository.chooseProviders(userId, services);
  await repository.chooseGenres(userId, genres);

  const titles = [
    ...DEMO_RATINGS,
    ...DEMO_WATCHING,
    ...DEMO_WATCH_LATER,
    ...DEMO_LISTS.flatMap((list) => list.titles),
  ];
  const ids = await resolveTitles(repository, titles);
  const now = Date.now();
  await repository.addRatings(
    DEMO_RATINGS.flatMap((title, index) => {
      const mediumId = ids.get(title);
      // Set the dates of the ratings two days apart, so that the rating history has an order.
      const at = new Date(now - (index + 1) * 2 * DAY_MS);
      return mediumId === undefined
        ? []
        : [{ userId, mediumId, rating: title.rating, tags: [...title.tags], createdAt: at, updatedAt: at }];
    }),
  );
  for (const series of DEMO_WATCHING) {
    const mediumId = ids.get(series);
    if (mediumId !== undefined) await repository.addEpisodes(userId, mediumId, series);
  }
  const idsOf = (wanted: readonly DemoTitle[]): number[] => wanted.flatMap((title) => ids.get(title) ?? []);
  const watchLater = await repository.findList(userId, 'watch_later');
  if (watchLater !== null) await repository.replaceListMedia(watchLater, idsOf(DEMO_WATCH_LATER), userId);
  for (const { name, titles: wanted } of DEMO_LISTS) {
    const listId = await repository.createList({ ownerId: userId, name, listType: 'custom' });
    await repository.replaceListMedia(listId, idsOf(wanted), userId);
  }
  return true;
}

/**
 * Writes the seed into a migrated database: providers, genres, tags and plans. Writes only differences, so the
 * next run continues an interrupted run.
 * @param options `demo: false` leaves out demo titles and staff lists. `account` adds the demo account.
 */
export async function ensureSeed(prisma: PrismaClient, options: SeedOptions = {}): Promise<SeedResult> {
  const repository = createSeedRepository(prisma);
  await repository.ensureProviders(PROVIDERS);
  await repository.ensureGenres(GENRES);
  await repository.ensureTags(TAGS);
  await repository.ensurePlans(PLANS);
  if (options.demo === false) return { titles: 0, madeAccount: false };

  const titles =
    (await importDemo(prisma, demoCataloguePath, options)) +
    (await importDemo(prisma, openFilmsPath, options));
  await ensureSeries(prisma);
  await importAwards(prisma, (await openFeedFile(awardsPath)).lines);
  await repository.ensurePrices(ListPrices.parse(JSON.parse(await readFile(pricesPath, 'utf8'))));
  const madeAccount = await lockSeed(prisma, async (tx) => {
    const locked = { ...createSeedRepository(tx), ...createDemoAccountRepository(tx) };
    await ensureStaffLists(locked);
    return options.account === true && (await ensureDemoAccount(locked));
  });
  return { titles, madeAccount };
}

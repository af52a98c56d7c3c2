import type { Prisma } from '@marquee/prisma';
import { AppError } from '#src/core/errors.ts';
import type { Db } from '#src/data/database.ts';
import { exportContactMessages, exportJournal } from './export-journal.repository.ts';
import { exportLists } from './export-lists.repository.ts';
import { createPages, type Pages, type Read } from './export-pages.ts';
import { exportTitles } from './export-titles.repository.ts';

/** Relations with a limited number of rows per user. One query reads these rows together with the user. */
const few = {
  plan: { select: { planId: true, name: true } },
  pricing: { select: { priceId: true } },
  preferences: { select: { key: true, value: true } },
  passwordReset: { select: { createdAt: true, expiresAt: true } },
  emailCodes: { select: { purpose: true, email: true, createdAt: true, expiresAt: true } },
  previousEmails: { select: { email: true, leftAt: true } },
  deletionCode: { select: { createdAt: true, expiresAt: true } },
  referralSource: { select: { referralSource: true, details: true, createdAt: true } },
  providers: { select: { provider: { select: { name: true } } } },
  providerPrices: {
    select: { priceCents: true, currency: true, updatedAt: true, provider: { select: { name: true } } },
  },
  genres: { select: { genre: { select: { title: true } } } },
  billingLock: { select: { syncedAt: true } },
  storeSubscriptions: {
    select: {
      id: true,
      processor: true,
      status: true,
      periodEnd: true,
      cancelAtPeriodEnd: true,
      observedAt: true,
      pricing: { select: { priceId: true } },
      notifications: { select: { type: true, receivedAt: true, processedAt: true } },
    },
    orderBy: { observedAt: 'desc' },
  },
  trialAddresses: { select: { givenAt: true } },
  watchHook: {
    select: { accountName: true, furtherNames: true, takeRatings: true, createdAt: true, lastUsedAt: true },
  },
  personalKeys: {
    select: { name: true, scopes: true, prefix: true, createdAt: true, lastUsedOn: true, expiresOn: true },
  },
  // Ten at most, and what was pushed is kept for a few days. The keys of a browser are its secrets.
  pushSubscriptions: { select: { endpoint: true, createdAt: true, sessionEndsAt: true } },
  pushesSent: { select: { subject: true, day: true } },
  tastePoster: {
    select: { code: true, groups: true, year: true, loved: true, surprising: true, createdAt: true },
  },
  yearPosters: {
    select: { year: true, code: true, lines: true, loved: true, ends: true, createdAt: true },
  },
  planPlaces: { select: { takenAt: true, plan: { select: { planId: true } } } },
} as const satisfies Prisma.UserInclude;

/**
 * All relations that are not in `few`. If a new relation is missing in `listMany` too, the code does not
 * compile.
 */
type Many = Exclude<keyof Required<Prisma.UserInclude>, '_count' | keyof typeof few>;

/**
 * Reads everything stored about one user, in pages. Only this repository and its parts (`export-*.repository.ts`) read
 * the tables of other modules, so that the export is complete.
 * @param read runs each query, for example in a queue.
 */
export const createExportRepository = (db: Db, read: Read) => {
  const pages = createPages(read);
  const listMany = (userId: number, provenEmail: string | null) =>
    ({
      ...exportTitles(db, pages, userId),
      ...exportLists(db, pages, userId),
      ...exportJournal(db, pages, userId),
      contactMessages: exportContactMessages(db, pages, userId, provenEmail),
    }) satisfies Record<Many, Pages>;

  return {
    /** Returns the fields of the user, and `Pages` that run their queries during iteration. */
    async get(userId: number): Promise<Record<string, unknown>> {
      const user = await read(() =>
        db.user.findUnique({
          where: { id: userId },
          omit: { passwordHash: true, tokenVersion: true },
          include: few,
        }),
      );
      if (!user) throw new AppError('unauthorized');
      return { ...user, ...listMany(userId, user.emailVerifiedAt === null ? null : user.email) };
    },

    async exists(userId: number): Promise<boolean> {
      return (await read(() => db.user.count({ where: { id: userId } }))) > 0;
    },
  };
};

export type ExportRepository = ReturnType<typeof createExportRepository>;

import type { Prisma } from '@marquee/prisma';
import { AppError } from '#src/core/errors.ts';
import type { Db } from '#src/data/database.ts';

const title = { select: { id: true, title: true, type: true, releaseYear: true } } as const;
const newestFirst = { createdAt: 'desc' } as const;

/** Every relation of a user except contact messages. A new relation does not compile until it is listed here. */
const everythingOf = (userId: number) =>
  ({
    plan: { select: { planId: true, name: true } },
    pricing: { select: { priceId: true } },
    preferences: { select: { key: true, value: true } },
    passwordReset: { select: { createdAt: true, expiresAt: true } },
    emailCodes: { select: { purpose: true, email: true, createdAt: true, expiresAt: true } },
    endedTokens: { select: { expiresAt: true } },
    deletionCode: { select: { createdAt: true, expiresAt: true, attempts: true } },
    referralSource: { select: { referralSource: true, details: true, createdAt: true } },
    ratings: {
      select: { rating: true, tags: true, createdAt: true, updatedAt: true, medium: title },
      orderBy: newestFirst,
    },
    hiddens: { select: { createdAt: true, medium: title }, orderBy: newestFirst },
    mediumSettings: { select: { notSuggestSharing: true, medium: title } },
    interactions: {
      select: {
        createdAt: true,
        answer: true,
        answeredAt: true,
        remindedAt: true,
        medium: title,
        providerMedium: { select: { url: true, provider: { select: { name: true } } } },
      },
      orderBy: newestFirst,
    },
    providers: { select: { provider: { select: { name: true } } } },
    genres: { select: { genre: { select: { title: true } } } },
    lists: {
      select: {
        id: true,
        name: true,
        listType: true,
        collaborate: true,
        shareCode: true,
        createdAt: true,
        updatedAt: true,
        media: {
          select: { createdAt: true, medium: title },
          orderBy: [{ position: 'asc' }, { id: 'asc' }],
        },
        shares: { select: { email: true, state: true, shareAllowed: true, createdAt: true } },
      },
      orderBy: { id: 'asc' },
    },
    listShares: {
      select: {
        email: true,
        state: true,
        shareAllowed: true,
        createdAt: true,
        acceptedAt: true,
        list: { select: { id: true, name: true } },
      },
      orderBy: { id: 'asc' },
    },
    sentShares: {
      select: { email: true, createdAt: true, list: { select: { id: true, name: true } } },
      orderBy: { id: 'asc' },
    },
    listDepartures: { select: { listId: true, createdAt: true }, orderBy: newestFirst },
    addedListMedia: {
      where: { list: { ownerId: { not: userId } } },
      select: { createdAt: true, medium: title, list: { select: { id: true, name: true } } },
      orderBy: { id: 'asc' },
    },
    checkoutAttempts: {
      select: { state: true, createdAt: true, pricing: { select: { priceId: true } } },
      orderBy: newestFirst,
    },
    billingLock: { select: { syncedAt: true } },
    planPlaces: { select: { takenAt: true, plan: { select: { planId: true } } } },
    feedbacks: { select: { content: true, createdAt: true }, orderBy: newestFirst },
    outboxMessages: {
      select: { kind: true, createdAt: true, availableAt: true, doneAt: true },
      orderBy: newestFirst,
    },
  }) satisfies Required<Omit<Prisma.UserInclude, '_count' | 'contactMessages'>>;

/**
 * Everything stored about one user. The only repository that reads the tables of other modules, so that the export
 * cannot miss one.
 */
export const createExportRepository = (db: Db) => ({
  async get(userId: number) {
    const user = await db.user.findUnique({
      where: { id: userId },
      omit: { passwordHash: true, tokenVersion: true },
      include: everythingOf(userId),
    });
    if (!user) throw new AppError('unauthorized');
    const contactMessages = await db.contactMessage.findMany({
      where: {
        OR: [{ userId }, ...(user.emailVerifiedAt === null ? [] : [{ email: user.email, userId: null }])],
      },
      select: { email: true, subject: true, message: true, createdAt: true },
      orderBy: newestFirst,
    });
    return { ...user, contactMessages };
  },
});

export type ExportRepository = ReturnType<typeof createExportRepository>;

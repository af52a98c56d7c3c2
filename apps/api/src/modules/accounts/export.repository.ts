import type { Prisma } from '@marquee/prisma';
import { AppError } from '#src/core/errors.ts';
import type { Db } from '#src/data/database.ts';

/** Rows of one query. A piece of the file is one page, which takes this process a few milliseconds. */
const PAGE = 250;

const title = { select: { id: true, title: true, type: true, releaseYear: true } } as const;
const listName = { select: { id: true, name: true } } as const;

/** An array of any length; a row may hold further pages. */
export type Pages = AsyncIterable<readonly object[]>;

/** Pages of rows in the order of a unique key. A row that is deleted between two pages does not end the reading. */
async function* byKey<Row extends object>(
  read: (after: Row | undefined) => Promise<Row[]>,
  show: (row: Row) => object = (row) => row,
): AsyncGenerator<readonly object[]> {
  for (let after: Row | undefined; ; ) {
    const rows = await read(after);
    if (rows.length > 0) yield rows.map(show);
    if (rows.length < PAGE) return;
    after = rows.at(-1);
  }
}

type ById = { id: number } | undefined;
type ByTitle = { medium: { id: number } } | undefined;

/** Relations with few rows: the product bounds their number. */
const few = {
  plan: { select: { planId: true, name: true } },
  pricing: { select: { priceId: true } },
  preferences: { select: { key: true, value: true } },
  passwordReset: { select: { createdAt: true, expiresAt: true } },
  emailCodes: { select: { purpose: true, email: true, createdAt: true, expiresAt: true } },
  previousEmails: { select: { email: true, leftAt: true } },
  deletionCode: { select: { createdAt: true, expiresAt: true, attempts: true } },
  referralSource: { select: { referralSource: true, details: true, createdAt: true } },
  providers: { select: { provider: { select: { name: true } } } },
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
  planPlaces: { select: { takenAt: true, plan: { select: { planId: true } } } },
} as const satisfies Prisma.UserInclude;

/** Every other relation of a user. A new relation does not compile until it is listed here or above. */
type Many = Exclude<keyof Required<Prisma.UserInclude>, '_count' | keyof typeof few>;

/**
 * Everything stored about one user, in pages. The only repository that reads the tables of other modules, so that
 * the export cannot miss one.
 * @param read runs each query, for example in a queue.
 */
export const createExportRepository = (db: Db, read: <T>(query: () => Promise<T>) => Promise<T>) => {
  const take = PAGE;
  const pages = <Row extends object>(
    query: (after: Row | undefined) => Promise<Row[]>,
    show?: (row: Row) => object,
  ): Pages => byKey((after: Row | undefined) => read(() => query(after)), show);
  const before = (row: ById) => (row ? { id: { lt: row.id } } : {});
  const behind = (row: ById) => (row ? { id: { gt: row.id } } : {});
  const behindTitle = (row: ByTitle) => (row ? { mediumId: { gt: row.medium.id } } : {});

  const titlesOf = (listId: number): Pages =>
    pages(
      (after: { position: number; id: number; createdAt: Date; medium: object } | undefined) =>
        db.userListMedium.findMany({
          where: {
            listId,
            ...(after && {
              position: { gte: after.position },
              OR: [{ position: { gt: after.position } }, { id: { gt: after.id } }],
            }),
          },
          select: { id: true, position: true, createdAt: true, medium: title },
          orderBy: [{ position: 'asc' }, { id: 'asc' }],
          take,
        }),
      ({ createdAt, medium }) => ({ createdAt, medium }),
    );

  const sharesOf = (listId: number): Pages =>
    pages((after: ById) =>
      db.userListShare.findMany({
        where: { listId, ...behind(after) },
        select: { id: true, email: true, state: true, shareAllowed: true, createdAt: true },
        orderBy: { id: 'asc' },
        take,
      }),
    );

  const everythingOf = (userId: number) =>
    ({
      ratings: pages((after: ByTitle) =>
        db.userMediumRating.findMany({
          where: { userId, ...behindTitle(after) },
          select: { rating: true, tags: true, createdAt: true, updatedAt: true, medium: title },
          orderBy: { mediumId: 'asc' },
          take,
        }),
      ),
      hiddens: pages((after: ByTitle) =>
        db.userMediumHidden.findMany({
          where: { userId, ...behindTitle(after) },
          select: { createdAt: true, medium: title },
          orderBy: { mediumId: 'asc' },
          take,
        }),
      ),
      seen: pages((after: ByTitle) =>
        db.userMediumSeen.findMany({
          where: { userId, ...behindTitle(after) },
          select: { seenOn: true, createdAt: true, medium: title },
          orderBy: { mediumId: 'asc' },
          take,
        }),
      ),
      mediumSettings: pages((after: ByTitle) =>
        db.userMediumSetting.findMany({
          where: { userId, ...behindTitle(after) },
          select: { notSuggestSharing: true, medium: title },
          orderBy: { mediumId: 'asc' },
          take,
        }),
      ),
      interactions: pages((after: ById) =>
        db.userInteraction.findMany({
          where: { userId, ...before(after) },
          select: {
            id: true,
            createdAt: true,
            answer: true,
            answeredAt: true,
            remindedAt: true,
            medium: title,
            providerMedium: { select: { url: true, provider: { select: { name: true } } } },
          },
          orderBy: { id: 'desc' },
          take,
        }),
      ),
      wrongOffers: pages(
        (after: { providerMediumId: number; createdAt: Date; offer: object } | undefined) =>
          db.userWrongOffer.findMany({
            where: { userId, ...(after && { providerMediumId: { gt: after.providerMediumId } }) },
            select: {
              providerMediumId: true,
              createdAt: true,
              offer: { select: { url: true, provider: { select: { name: true } }, medium: title } },
            },
            orderBy: { providerMediumId: 'asc' },
            take,
          }),
        ({ createdAt, offer }) => ({ createdAt, offer }),
      ),
      lists: pages(
        (after: ById) =>
          db.userList.findMany({
            where: { ownerId: userId, ...behind(after) },
            select: {
              id: true,
              name: true,
              listType: true,
              collaborate: true,
              shareCode: true,
              createdAt: true,
              updatedAt: true,
            },
            orderBy: { id: 'asc' },
            take,
          }),
        (list) => ({ ...list, media: titlesOf(list.id), shares: sharesOf(list.id) }),
      ),
      listShares: pages((after: ById) =>
        db.userListShare.findMany({
          where: { userId, ...behind(after) },
          select: {
            id: true,
            email: true,
            state: true,
            shareAllowed: true,
            createdAt: true,
            acceptedAt: true,
            list: listName,
          },
          orderBy: { id: 'asc' },
          take,
        }),
      ),
      sentShares: pages((after: ById) =>
        db.userListShare.findMany({
          where: { invitedById: userId, ...behind(after) },
          select: { id: true, email: true, createdAt: true, list: listName },
          orderBy: { id: 'asc' },
          take,
        }),
      ),
      listDepartures: pages((after: { listId: number } | undefined) =>
        db.userListDeparture.findMany({
          where: { userId, ...(after && { listId: { lt: after.listId } }) },
          select: { listId: true, createdAt: true },
          orderBy: { listId: 'desc' },
          take,
        }),
      ),
      addedListMedia: pages((after: ById) =>
        db.userListMedium.findMany({
          where: { addedById: userId, list: { ownerId: { not: userId } }, ...behind(after) },
          select: { id: true, createdAt: true, medium: title, list: listName },
          orderBy: { id: 'asc' },
          take,
        }),
      ),
      imports: pages((after: ById) =>
        db.userImport.findMany({
          where: { userId, ...before(after) },
          select: {
            id: true,
            source: true,
            fileName: true,
            state: true,
            createdAt: true,
            appliedAt: true,
            undoneAt: true,
          },
          orderBy: { id: 'desc' },
          take,
        }),
      ),
      checkoutAttempts: pages((after: ById) =>
        db.checkoutAttempt.findMany({
          where: { userId, ...before(after) },
          select: { id: true, state: true, createdAt: true, pricing: { select: { priceId: true } } },
          orderBy: { id: 'desc' },
          take,
        }),
      ),
      endedTokens: pages(
        (after: { tokenHash: string; expiresAt: Date } | undefined) =>
          db.endedToken.findMany({
            where: { userId, ...(after && { tokenHash: { gt: after.tokenHash } }) },
            select: { tokenHash: true, expiresAt: true },
            orderBy: { tokenHash: 'asc' },
            take,
          }),
        ({ expiresAt }) => ({ expiresAt }),
      ),
      feedbacks: pages((after: ById) =>
        db.feedback.findMany({
          where: { userId, ...before(after) },
          select: { id: true, content: true, createdAt: true },
          orderBy: { id: 'desc' },
          take,
        }),
      ),
      outboxMessages: pages((after: ById) =>
        db.outboxMessage.findMany({
          where: { userId, ...before(after) },
          select: { id: true, kind: true, createdAt: true, availableAt: true, doneAt: true },
          orderBy: { id: 'desc' },
          take,
        }),
      ),
    }) satisfies Record<Exclude<Many, 'contactMessages'>, Pages>;

  /** Messages sent without login belong to the user who proved their address. */
  const contactMessagesOf = (userId: number, provenEmail: string | null): Pages =>
    pages((after: ById) =>
      db.contactMessage.findMany({
        where: {
          OR: [{ userId }, ...(provenEmail === null ? [] : [{ email: provenEmail, userId: null }])],
          ...before(after),
        },
        select: { id: true, email: true, subject: true, message: true, createdAt: true },
        orderBy: { id: 'desc' },
        take,
      }),
    );

  return {
    /** Fields of the user and pages, which are read when they are iterated. */
    async get(userId: number): Promise<Record<string, unknown>> {
      const user = await read(() =>
        db.user.findUnique({
          where: { id: userId },
          omit: { passwordHash: true, tokenVersion: true },
          include: few,
        }),
      );
      if (!user) throw new AppError('unauthorized');
      const provenEmail = user.emailVerifiedAt === null ? null : user.email;
      return {
        ...user,
        ...everythingOf(userId),
        contactMessages: contactMessagesOf(userId, provenEmail),
      };
    },

    async exists(userId: number): Promise<boolean> {
      return (await read(() => db.user.count({ where: { id: userId } }))) > 0;
    },
  };
};

export type ExportRepository = ReturnType<typeof createExportRepository>;

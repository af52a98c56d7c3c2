import type { Db } from '#src/database.ts';
import { AppError } from '#src/errors.ts';

const withTitle = { medium: { select: { title: true } } } as const;

export const createInteractionsRepository = (db: Db) => ({
  /** Makes simultaneous calls of one person about one title wait for each other until the transaction ends. */
  async lock(userId: number, mediumId: number): Promise<void> {
    await db.$queryRaw`SELECT pg_advisory_xact_lock(${userId}::int, ${mediumId}::int)::text`;
  },

  /** Whether the offer exists and is one of the title's. */
  async isOfferOf(mediumId: number, providerMediumId: number): Promise<boolean> {
    return (await db.providerMedium.count({ where: { id: providerMediumId, mediumId } })) > 0;
  },

  /** The same link followed since then, first one first. */
  findSince: (userId: number, mediumId: number, providerMediumId: number, since: Date) =>
    db.userInteraction.findFirst({
      where: { userId, mediumId, providerMediumId, createdAt: { gt: since } },
      include: withTitle,
      orderBy: { id: 'asc' },
    }),

  create: (userId: number, mediumId: number, providerMediumId: number) =>
    db.userInteraction.create({ data: { userId, mediumId, providerMediumId }, include: withTitle }),

  /** Newest first. */
  listUnanswered: (userId: number, limit: number) =>
    db.userInteraction.findMany({
      where: { userId, answer: null },
      include: withTitle,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: limit,
    }),

  /** @throws AppError not_found when it is not theirs. */
  async get(userId: number, id: number) {
    const row = await db.userInteraction.findUnique({
      where: { userId_id: { userId, id } },
      include: withTitle,
    });
    if (!row) throw new AppError('not_found');
    return row;
  },

  /** `providerMediumId` undefined leaves the offer as it was. */
  answer: (userId: number, id: number, answer: number, providerMediumId: number | null | undefined) =>
    db.userInteraction.update({
      where: { userId_id: { userId, id } },
      data: { answer, answeredAt: new Date(), ...(providerMediumId !== undefined && { providerMediumId }) },
      include: withTitle,
    }),
});

export type InteractionsRepository = ReturnType<typeof createInteractionsRepository>;
export type InteractionRow = Awaited<ReturnType<InteractionsRepository['get']>>;

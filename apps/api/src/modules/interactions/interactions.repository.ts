import { AppError } from '#src/core/errors.ts';
import type { Db } from '#src/data/database.ts';
import { lock } from '#src/data/locks.ts';

const withTitle = { medium: { select: { title: true } } } as const;

export const createInteractionsRepository = (db: Db) => ({
  /** Serializes the calls of one user until the transaction ends. */
  lock: (userId: number) => lock(db, 'interaction', userId),

  /** Returns whether the offer exists and belongs to the title. */
  async isOfferOf(mediumId: number, providerMediumId: number): Promise<boolean> {
    return (await db.providerMedium.count({ where: { id: providerMediumId, mediumId } })) > 0;
  },

  /** Finds the oldest interaction of the user with this offer after `since`. */
  findSince: (userId: number, mediumId: number, providerMediumId: number, since: Date) =>
    db.userInteraction.findFirst({
      where: { userId, mediumId, providerMediumId, createdAt: { gt: since } },
      include: withTitle,
      orderBy: { id: 'asc' },
    }),

  create: (userId: number, mediumId: number, providerMediumId: number) =>
    db.userInteraction.create({ data: { userId, mediumId, providerMediumId }, include: withTitle }),

  /** Returns the interactions without an answer, newest first. */
  listUnanswered: (userId: number, limit: number) =>
    db.userInteraction.findMany({
      where: { userId, answer: null },
      include: withTitle,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: limit,
    }),

  /** @throws AppError not_found when the interaction does not belong to the user. */
  async get(userId: number, id: number) {
    const row = await db.userInteraction.findUnique({
      where: { userId_id: { userId, id } },
      include: withTitle,
    });
    if (!row) throw new AppError('not_found');
    return row;
  },

  /** Stores the answer. An undefined `providerMediumId` keeps the stored offer. */
  answer: (userId: number, id: number, answer: number, providerMediumId: number | null | undefined) =>
    db.userInteraction.update({
      where: { userId_id: { userId, id } },
      data: { answer, answeredAt: new Date(), ...(providerMediumId !== undefined && { providerMediumId }) },
      include: withTitle,
    }),
});

export type InteractionsRepository = ReturnType<typeof createInteractionsRepository>;
export type InteractionRow = Awaited<ReturnType<InteractionsRepository['get']>>;

import type { CheckoutState, Prisma } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';

type NewAttempt = Pick<
  Prisma.CheckoutAttemptUncheckedCreateInput,
  'userId' | 'pricingId' | 'successUrl' | 'cancelUrl' | 'trialDays' | 'accessFrom'
>;

export const createAttemptsRepository = (db: Db) => ({
  findOpen: (userId: number) => db.checkoutAttempt.findFirst({ where: { userId, state: 'open' } }),

  list: (userId: number) =>
    db.checkoutAttempt.findMany({
      where: { userId },
      select: {
        id: true,
        pricingId: true,
        createdAt: true,
        accessFrom: true,
        state: true,
        stripeSessionId: true,
      },
    }),

  create: (attempt: NewAttempt) => db.checkoutAttempt.create({ data: attempt }),

  async saveSession(id: number, stripeSessionId: string, url: string): Promise<void> {
    await db.checkoutAttempt.update({ where: { id }, data: { stripeSessionId, url }, select: { id: true } });
  },

  async close(id: number, state: Exclude<CheckoutState, 'open'>): Promise<void> {
    await db.checkoutAttempt.updateMany({ where: { id, state: 'open' }, data: { state } });
  },

  async completeSessions(userId: number, sessions: readonly string[]): Promise<void> {
    if (sessions.length === 0) return;
    await db.checkoutAttempt.updateMany({
      where: { userId, state: 'open', stripeSessionId: { in: [...sessions] } },
      data: { state: 'completed' },
    });
  },
});

export type AttemptsRepository = ReturnType<typeof createAttemptsRepository>;
export type AttemptRow = Awaited<ReturnType<AttemptsRepository['create']>>;
export type AttemptSummary = Awaited<ReturnType<AttemptsRepository['list']>>[number];

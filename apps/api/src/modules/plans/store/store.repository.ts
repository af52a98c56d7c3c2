import type { Prisma, SubscriptionProcessor } from '@marquee/prisma';
import type { StoreFacts } from '#src/clients/store-facts.ts';
import type { Db } from '#src/data/database.ts';
import { CHARGEABLE_STATUSES } from '../access.ts';

type Store = Extract<SubscriptionProcessor, 'apple' | 'google'>;

interface NewNotification {
  processor: Store;
  id: string;
  type: string;
  payload: Prisma.InputJsonObject;
  hasJob: boolean;
}

/** Reads and writes the notifications and subscriptions of the app stores. */
export const createStoreRepository = (db: Db) => ({
  /** @returns false when the notification was stored before. */
  async addNotification({ hasJob, ...notification }: NewNotification): Promise<boolean> {
    const { count } = await db.storeNotification.createMany({
      data: [{ ...notification, processedAt: hasJob ? null : new Date() }],
      skipDuplicates: true,
    });
    return count > 0;
  },

  findNotification: (processor: Store, id: string) =>
    db.storeNotification.findUnique({ where: { processor_id: { processor, id } } }),

  /**
   * Marks a notification as processed, and deletes the payload, because the subscription contains the state.
   * @param storeSubscriptionId null when the state was not stored, for example after the user was deleted.
   */
  async finishNotification(processor: Store, id: string, storeSubscriptionId: string | null): Promise<void> {
    await db.storeNotification.updateMany({
      where: { processor, id },
      data: { storeSubscriptionId, payload: {}, processedAt: new Date() },
    });
  },

  async findPricing(priceId: string): Promise<number | null> {
    const pricing = await db.pricing.findUnique({
      where: { priceId, isRecurring: true, isFree: false },
      select: { id: true },
    });
    return pricing?.id ?? null;
  },

  async findUserByAccountToken(storeAccountToken: string): Promise<number | null> {
    const user = await db.user.findUnique({ where: { storeAccountToken }, select: { id: true } });
    return user?.id ?? null;
  },

  async findAccountToken(userId: number): Promise<string | null> {
    const user = await db.user.findUnique({ where: { id: userId }, select: { storeAccountToken: true } });
    return user?.storeAccountToken ?? null;
  },

  find: (id: string) =>
    db.storeSubscription.findUnique({ where: { id }, include: { pricing: { select: { priceId: true } } } }),

  list: (userId: number) =>
    db.storeSubscription.findMany({ where: { userId }, include: { pricing: { select: { planId: true } } } }),

  /**
   * Stores a state, unless a later state is stored. The user of a stored subscription never changes.
   * @param facts when `isPartial` is true, they change a stored state only by a longer period or a revocation.
   */
  async save(facts: StoreFacts, pricingId: number, userId: number | null): Promise<void> {
    const { id, processor, status, periodEnd, cancelAtPeriodEnd, observedAt, purchaseToken, isPartial } =
      facts;
    const isRevoked = status === 'canceled' && periodEnd > new Date();
    await db.$executeRaw`
      INSERT INTO store_subscriptions AS stored (id, processor, user_id, pricing_id, status, period_end,
        cancel_at_period_end, observed_at, purchase_token)
      VALUES (${id}, ${processor}::subscription_processor, ${userId}, ${pricingId},
        ${status}::subscription_status, ${periodEnd}, ${cancelAtPeriodEnd}, ${observedAt}, ${purchaseToken})
      ON CONFLICT (id) DO UPDATE SET pricing_id = excluded.pricing_id, status = excluded.status,
        period_end = excluded.period_end, cancel_at_period_end = excluded.cancel_at_period_end,
        observed_at = excluded.observed_at
       WHERE stored.observed_at <= excluded.observed_at
         AND (NOT ${isPartial} OR ${isRevoked} OR stored.period_end < excluded.period_end)`;
  },

  /**
   * Assigns the subscription to the user, unless the subscription belongs to another user.
   * @returns whether the subscription belongs to the user now.
   */
  async claim(id: string, userId: number): Promise<boolean> {
    const { count } = await db.storeSubscription.updateMany({
      where: { id, OR: [{ userId: null }, { userId }] },
      data: { userId },
    });
    return count > 0;
  },

  /** Ends a subscription that another purchase replaces. */
  async replace(id: string, observedAt: Date): Promise<void> {
    await db.storeSubscription.updateMany({
      where: { id, observedAt: { lt: observedAt } },
      data: { status: 'canceled', observedAt },
    });
  },

  /** Stores the id of the subscription that gives the user's plan. */
  async setShown(userId: number, storeSubscriptionId: string | null): Promise<void> {
    await db.user.updateMany({ where: { id: userId }, data: { storeSubscriptionId } });
  },

  /** Returns subscriptions that run or may run again, in pages by id. */
  listLive: (afterId: string, limit: number) =>
    db.storeSubscription.findMany({
      where: { id: { gt: afterId }, status: { in: [...CHARGEABLE_STATUSES] } },
      orderBy: { id: 'asc' },
      take: limit,
    }),

  /** Ends a subscription, unless a state newer than `observedAt` is stored. */
  async end(id: string, observedAt: Date): Promise<void> {
    await db.storeSubscription.updateMany({ where: { id, observedAt }, data: { status: 'canceled' } });
  },
});

export type StoreRepository = ReturnType<typeof createStoreRepository>;

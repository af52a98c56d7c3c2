import type { Db } from '#src/data/database.ts';

const inOrder = [{ position: 'asc' }, { id: 'asc' }] as const;

export const createPlansRepository = (db: Db) => ({
  listActive() {
    return db.plan.findMany({
      where: { active: true },
      include: { pricings: { orderBy: [...inOrder] } },
      orderBy: [...inOrder],
    });
  },

  /**
   * Returns all prices that have an id at Stripe, with this id as key. Includes prices of plans that are not offered.
   */
  async listSold(): Promise<Map<string, SoldPricing>> {
    const rows = await db.pricing.findMany({
      where: { stripePriceId: { not: null } },
      select: { id: true, planId: true, isRecurring: true, accessMonths: true, stripePriceId: true },
    });
    return new Map(rows.map(({ stripePriceId, ...pricing }) => [stripePriceId ?? '', pricing]));
  },

  /**
   * Stores the ids of product and price at Stripe. Writes only changed ids, because each write clears the
   * access caches.
   */
  async saveStripeIds(pricing: { id: number; planId: number }, productId: string, stripePriceId: string) {
    await db.plan.updateMany({
      where: { id: pricing.planId, OR: [{ stripeProductId: null }, { stripeProductId: { not: productId } }] },
      data: { stripeProductId: productId },
    });
    await db.pricing.updateMany({
      where: { id: pricing.id, OR: [{ stripePriceId: null }, { stripePriceId: { not: stripePriceId } }] },
      data: { stripePriceId },
    });
  },

  /** Deletes the stored Stripe events and store notifications of a deleted customer. */
  async forgetCustomer(gone: {
    stripeCustomerId: string | null;
    storeSubscriptionId: string | null;
  }): Promise<void> {
    const { stripeCustomerId: customerId, storeSubscriptionId } = gone;
    if (customerId !== null) await db.stripeEvent.deleteMany({ where: { customerId } });
    if (storeSubscriptionId !== null)
      await db.storeNotification.deleteMany({ where: { storeSubscriptionId } });
  },
});

/** A price that exists at Stripe. */
export interface SoldPricing {
  id: number;
  planId: number;
  isRecurring: boolean;
  accessMonths: number | null;
}

export type PlansRepository = ReturnType<typeof createPlansRepository>;
export type PlanRow = Awaited<ReturnType<PlansRepository['listActive']>>[number];
export type PricingRow = PlanRow['pricings'][number];

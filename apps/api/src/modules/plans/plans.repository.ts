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

  /** Returns what exists at Stripe, by its id there. Includes prices and plans that are not offered. */
  async listSold(): Promise<SoldPlans> {
    const rows = await db.pricing.findMany({
      select: {
        id: true,
        planId: true,
        isRecurring: true,
        accessMonths: true,
        stripePriceId: true,
        plan: { select: { stripeProductId: true } },
      },
    });
    const prices = new Map<string, SoldPricing>();
    const products = new Map<string, number>();
    const pricings = new Map<number, SoldPricing>();
    for (const { stripePriceId, plan, ...pricing } of rows) {
      pricings.set(pricing.id, pricing);
      if (stripePriceId !== null) prices.set(stripePriceId, pricing);
      if (plan.stripeProductId !== null) products.set(plan.stripeProductId, pricing.planId);
    }
    return { prices, products, pricings };
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

/** A price of a plan. */
export interface SoldPricing {
  id: number;
  planId: number;
  isRecurring: boolean;
  accessMonths: number | null;
}

/** What we sell. A subscription belongs to us by these prices and products, and to nobody here otherwise. */
export interface SoldPlans {
  /** By the id of the price at Stripe. */
  prices: ReadonlyMap<string, SoldPricing>;
  /** Ids of plans by the id of their product at Stripe. */
  products: ReadonlyMap<string, number>;
  /** By our id. */
  pricings: ReadonlyMap<number, SoldPricing>;
}

export type PlansRepository = ReturnType<typeof createPlansRepository>;
export type PlanRow = Awaited<ReturnType<PlansRepository['listActive']>>[number];
export type PricingRow = PlanRow['pricings'][number];

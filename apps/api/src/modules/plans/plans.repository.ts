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

  /** All prices that Stripe knows, also those of plans that are no longer on offer. */
  async listSold(): Promise<Map<string, SoldPricing>> {
    const rows = await db.pricing.findMany({
      where: { stripePriceId: { not: null } },
      select: { id: true, planId: true, isRecurring: true, accessMonths: true, stripePriceId: true },
    });
    return new Map(rows.map(({ stripePriceId, ...pricing }) => [stripePriceId ?? '', pricing]));
  },

  /** The ids that Stripe gave. Writes only differences, because a write clears the access caches. */
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

  /** Deletes the customer's events of payment processors. */
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

/** A price that can be bought at Stripe. */
export interface SoldPricing {
  id: number;
  planId: number;
  isRecurring: boolean;
  accessMonths: number | null;
}

export type PlansRepository = ReturnType<typeof createPlansRepository>;
export type PlanRow = Awaited<ReturnType<PlansRepository['listActive']>>[number];
export type PricingRow = PlanRow['pricings'][number];

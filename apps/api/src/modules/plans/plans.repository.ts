import type { Db } from '#src/data/database.ts';

export const createPlansRepository = (db: Db) => ({
  listActive() {
    return db.plan.findMany({
      where: { active: true },
      include: { pricings: { orderBy: [{ position: 'asc' }, { id: 'asc' }] } },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
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

export type PlansRepository = ReturnType<typeof createPlansRepository>;
export type PlanRow = Awaited<ReturnType<PlansRepository['listActive']>>[number];

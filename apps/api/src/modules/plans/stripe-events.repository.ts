import type { Db } from '#src/data/database.ts';

export const createStripeEventsRepository = (db: Db) => ({
  /** @returns false when the event was stored before. */
  async add(id: string, type: string): Promise<boolean> {
    const { count } = await db.stripeEvent.createMany({ data: [{ id, type }], skipDuplicates: true });
    return count > 0;
  },

  /**
   * Marks an event as processed. Pass the customer id only when the customer has a user, because deleting the
   * user deletes the event.
   */
  async finish(id: string, customerId: string | null): Promise<void> {
    await db.stripeEvent.updateMany({ where: { id }, data: { customerId, processedAt: new Date() } });
  },
});

export type StripeEventsRepository = ReturnType<typeof createStripeEventsRepository>;

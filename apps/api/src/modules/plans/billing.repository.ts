import type { Prisma } from '@marquee/prisma';
import { AppError } from '#src/core/errors.ts';
import type { Db } from '#src/data/database.ts';
import { CHARGEABLE_STATUSES } from './access.ts';

const billing = {
  id: true,
  email: true,
  emailVerifiedAt: true,
  planId: true,
  pricingId: true,
  subscriptionProcessor: true,
  subscriptionStatus: true,
  currentPeriodEnd: true,
  cancelAtPeriodEnd: true,
  stripeCustomerId: true,
  stripeSubscriptionId: true,
  trialEndsAt: true,
  pricing: { select: { isRecurring: true } },
  planPlaces: { select: { takenAt: true }, orderBy: { takenAt: 'desc' }, take: 1 },
} satisfies Prisma.UserSelect;

/** The columns that decide access (modules/plans/access.ts). */
export type PlanColumns = Pick<
  Prisma.UserGetPayload<{ select: typeof billing }>,
  | 'planId'
  | 'pricingId'
  | 'subscriptionProcessor'
  | 'subscriptionStatus'
  | 'currentPeriodEnd'
  | 'cancelAtPeriodEnd'
  | 'stripeSubscriptionId'
>;

/** Reads and writes the billing columns of users. */
export const createBillingRepository = (db: Db) => ({
  async get(userId: number) {
    const user = await db.user.findUnique({ where: { id: userId }, select: billing });
    if (!user) throw new AppError('unauthorized');
    return user;
  },

  async findByCustomer(stripeCustomerId: string): Promise<number | null> {
    const user = await db.user.findUnique({ where: { stripeCustomerId }, select: { id: true } });
    return user?.id ?? null;
  },

  async savePlan(userId: number, plan: PlanColumns): Promise<void> {
    await db.user.updateMany({ where: { id: userId }, data: { ...plan, lastSyncedAt: new Date() } });
  },

  /** Returns the user's key for creating a customer at Stripe. The first call generates the key. */
  async ensureCustomerKey(userId: number): Promise<string> {
    const [row] = await db.$queryRaw<{ key: string }[]>`
      UPDATE users SET stripe_customer_key = COALESCE(stripe_customer_key, gen_random_uuid()::text)
       WHERE id = ${userId} RETURNING stripe_customer_key AS key`;
    if (!row) throw new AppError('unauthorized');
    return row.key;
  },

  /** Stores the customer. Null removes the customer, so the next checkout creates another customer. */
  async saveCustomer(userId: number, stripeCustomerId: string | null): Promise<void> {
    await db.user.updateMany({
      where: { id: userId },
      data:
        stripeCustomerId === null
          ? { stripeCustomerId, stripeSubscriptionId: null, stripeCustomerKey: null }
          : { stripeCustomerId },
    });
  },

  async forgetCustomerKey(userId: number): Promise<void> {
    await db.user.updateMany({ where: { id: userId }, data: { stripeCustomerKey: null } });
  },

  /** Returns the ids of users with a customer at Stripe, in pages by id. */
  async listCustomers(afterId: number, limit: number): Promise<number[]> {
    const users = await db.user.findMany({
      where: { id: { gt: afterId }, stripeCustomerId: { not: null } },
      orderBy: { id: 'asc' },
      take: limit,
      select: { id: true },
    });
    return users.map(({ id }) => id);
  },

  countCustomers: () => db.user.count({ where: { stripeCustomerId: { not: null } } }),

  /** Counts subscriptions that a payment processor can still charge. */
  countLive: () =>
    db.user.count({
      where: { subscriptionProcessor: { not: null }, subscriptionStatus: { in: [...CHARGEABLE_STATUSES] } },
    }),
});

export type BillingRepository = ReturnType<typeof createBillingRepository>;
export type BillingUser = Awaited<ReturnType<BillingRepository['get']>>;

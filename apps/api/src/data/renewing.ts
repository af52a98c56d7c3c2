import type { Prisma } from '@marquee/prisma';

/** The store subscriptions that renew until the user cancels them in the store. */
export const RENEWING = {
  cancelAtPeriodEnd: false,
  status: { notIn: ['canceled', 'incomplete_expired'] },
} satisfies Prisma.StoreSubscriptionWhereInput;

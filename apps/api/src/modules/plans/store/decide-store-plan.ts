import type { SubscriptionProcessor, SubscriptionStatus } from '@marquee/prisma';
import { givesAccess, NO_PLAN, type SubscriptionFacts, subscribedUntil } from '../access.ts';
import type { PlanColumns } from '../billing.repository.ts';

/** A stored subscription with its price. */
export interface StoredSubscription {
  id: string;
  processor: SubscriptionProcessor;
  pricingId: number;
  status: SubscriptionStatus;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  pricing: { planId: number };
}

/** The columns to store, and the id of the subscription that the columns describe. */
export interface StorePlan {
  plan: PlanColumns;
  storeSubscriptionId: string | null;
}

/** Statuses without access that the store can turn into `active` again. */
const WAITING: readonly string[] = ['unpaid', 'paused'];

const toPlan = (subscription: StoredSubscription): StorePlan => ({
  plan: {
    planId: subscription.pricing.planId,
    pricingId: subscription.pricingId,
    subscriptionProcessor: subscription.processor,
    subscriptionStatus: subscription.status,
    currentPeriodEnd: subscription.periodEnd,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    stripeSubscriptionId: null,
  },
  storeSubscriptionId: subscription.id,
});

/** Derives the plan to store from the user's subscriptions in the stores. Null means to keep the stored plan. */
export function decideStorePlan(
  current: SubscriptionFacts,
  subscriptions: readonly StoredSubscription[],
  now: Date,
): StorePlan | null {
  const { subscriptionProcessor: processor } = current;
  // A plan at Stripe has priority while it gives access, because the user can change that plan in this product.
  if (processor === 'stripe' && subscribedUntil(current) > now.getTime()) return null;
  const latestFirst = subscriptions.toSorted(
    (one, other) => +other.periodEnd - +one.periodEnd || one.id.localeCompare(other.id),
  );
  const paying = latestFirst.find(({ status }) => givesAccess(status));
  if (paying) return toPlan(paying);
  if (processor !== 'apple' && processor !== 'google') return null;
  const waiting = latestFirst.find(({ status }) => WAITING.includes(status));
  // After an ended subscription the user has no plan, and can buy another plan in this product.
  return waiting ? toPlan(waiting) : { plan: NO_PLAN, storeSubscriptionId: null };
}

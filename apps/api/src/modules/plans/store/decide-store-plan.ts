import type { SubscriptionProcessor, SubscriptionStatus } from '@marquee/prisma';
import { type SubscriptionFacts, subscribedUntil } from '#src/titles/members/subscription.ts';
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

/** The columns to store, and the subscription that gave them. */
export interface StorePlan {
  plan: PlanColumns;
  storeSubscriptionId: string | null;
}

const PAYING: readonly string[] = ['active', 'trialing', 'past_due'];
/** The store still manages it, and it can run again. */
const WAITING: readonly string[] = ['unpaid', 'paused'];

const NO_PLAN: StorePlan = {
  plan: {
    planId: null,
    pricingId: null,
    subscriptionProcessor: null,
    subscriptionStatus: null,
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    stripeSubscriptionId: null,
  },
  storeSubscriptionId: null,
};

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

/** Derives the stored plan from the user's subscriptions in the stores. Null: the stored one stays. */
export function decideStorePlan(
  current: SubscriptionFacts,
  subscriptions: readonly StoredSubscription[],
  now: Date,
): StorePlan | null {
  const { subscriptionProcessor: processor } = current;
  // A plan at Stripe stays while it gives access: the user can change it here.
  if (processor === 'stripe' && subscribedUntil(current) > now.getTime()) return null;
  const latestFirst = subscriptions.toSorted(
    (one, other) => +other.periodEnd - +one.periodEnd || one.id.localeCompare(other.id),
  );
  const paying = latestFirst.find(({ status }) => PAYING.includes(status));
  if (paying) return toPlan(paying);
  if (processor !== 'apple' && processor !== 'google') return null;
  const waiting = latestFirst.find(({ status }) => WAITING.includes(status));
  // An ended subscription leaves no plan, so that the user can buy another one here.
  return waiting ? toPlan(waiting) : NO_PLAN;
}

import type { SubscriptionProcessor, SubscriptionStatus } from '@marquee/prisma';

export interface SubscriptionFacts {
  trialEndsAt: Date | null;
  planId: number | null;
  subscriptionProcessor: SubscriptionProcessor | null;
  subscriptionStatus: SubscriptionStatus | null;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  pricing: { isRecurring: boolean } | null;
}

const PAYING: readonly (SubscriptionStatus | null)[] = ['active', 'trialing', 'past_due'];

/** Until when (milliseconds) the plan gives access: Infinity for as long as its status stays, 0 for no plan. */
export function subscribedUntil(facts: SubscriptionFacts): number {
  if (facts.planId === null) return 0;
  // No processor: the free plan, granted by us for life.
  if (facts.subscriptionProcessor === null) return Number.POSITIVE_INFINITY;
  if (!PAYING.includes(facts.subscriptionStatus)) return 0;
  // A one-time pass ends by the clock; a recurring plan by the processor's word (it retries failed charges).
  const isPass = facts.subscriptionProcessor === 'stripe' && facts.pricing?.isRecurring === false;
  return isPass ? (facts.currentPeriodEnd?.getTime() ?? 0) : Number.POSITIVE_INFINITY;
}

/** Until when (milliseconds) the person is a member, by trial or by plan. */
export const memberUntil = (facts: SubscriptionFacts): number =>
  Math.max(facts.trialEndsAt?.getTime() ?? 0, subscribedUntil(facts));

/** Cancelled but perhaps still running to the period's end. */
export const isCanceled = (facts: SubscriptionFacts): boolean =>
  facts.planId !== null && (facts.cancelAtPeriodEnd || facts.subscriptionStatus === 'canceled');

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

const isPass = ({ subscriptionProcessor, pricing }: SubscriptionFacts): boolean =>
  subscriptionProcessor === 'stripe' && pricing?.isRecurring === false;

/** When access by plan ends (milliseconds): Infinity while the status decides, 0 without a plan. */
export function subscribedUntil(facts: SubscriptionFacts): number {
  if (facts.planId === null) return 0;
  // Without a processor: the free plan, for life.
  if (facts.subscriptionProcessor === null) return Number.POSITIVE_INFINITY;
  if (!PAYING.includes(facts.subscriptionStatus)) return 0;
  // A one-time pass ends by its date. A recurring plan ends by the processor's status, since the processor retries
  // failed charges.
  return isPass(facts) ? (facts.currentPeriodEnd?.getTime() ?? 0) : Number.POSITIVE_INFINITY;
}

/** When access by trial or plan ends (milliseconds). */
export const memberUntil = (facts: SubscriptionFacts): number =>
  Math.max(facts.trialEndsAt?.getTime() ?? 0, subscribedUntil(facts));

/** Canceled, but possibly running until the end of the period. A pass that ended by its date counts too. */
export const isCanceled = (facts: SubscriptionFacts, now: number): boolean =>
  facts.planId !== null &&
  (facts.cancelAtPeriodEnd ||
    facts.subscriptionStatus === 'canceled' ||
    (isPass(facts) && subscribedUntil(facts) <= now));

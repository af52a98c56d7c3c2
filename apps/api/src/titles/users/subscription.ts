import type { SubscriptionProcessor, SubscriptionStatus } from '@marquee/prisma';
import { givesAccess } from '#src/core/subscription-status.ts';

export interface SubscriptionFacts {
  trialEndsAt: Date | null;
  planId: number | null;
  subscriptionProcessor: SubscriptionProcessor | null;
  subscriptionStatus: SubscriptionStatus | null;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  pricing: { isRecurring: boolean } | null;
}

const isPass = ({ subscriptionProcessor, pricing }: SubscriptionFacts): boolean =>
  subscriptionProcessor === 'stripe' && pricing?.isRecurring === false;

/**
 * Returns the end of access by plan in milliseconds since 1970. Infinity means no end, and 0 means no access.
 */
export function subscribedUntil(facts: SubscriptionFacts): number {
  if (facts.planId === null) return 0;
  // A plan without a processor is the free plan, whose access does not end.
  if (facts.subscriptionProcessor === null) return Number.POSITIVE_INFINITY;
  if (!givesAccess(facts.subscriptionStatus)) return 0;
  // A pass ends at its date. A recurring plan ends when the processor changes the status, because the
  // processor retries failed charges.
  return isPass(facts) ? (facts.currentPeriodEnd?.getTime() ?? 0) : Number.POSITIVE_INFINITY;
}

/** Returns the end of access by trial or plan in milliseconds since 1970. */
export const memberUntil = (facts: SubscriptionFacts): number =>
  Math.max(facts.trialEndsAt?.getTime() ?? 0, subscribedUntil(facts));

/**
 * Returns whether the plan is canceled, even while its paid period runs. Also true for a pass after its end
 * date.
 */
export const isCanceled = (facts: SubscriptionFacts, now: number): boolean =>
  facts.planId !== null &&
  (facts.cancelAtPeriodEnd ||
    facts.subscriptionStatus === 'canceled' ||
    (isPass(facts) && subscribedUntil(facts) <= now));

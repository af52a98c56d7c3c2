// Decides from a user's columns whether the user has access, and until when. No other file interprets these columns.
import { SUBSCRIPTION_STATUSES } from '@marquee/contracts/constants';
import type { Prisma, SubscriptionProcessor, SubscriptionStatus } from '@marquee/prisma';
import type { PlanColumns } from './billing.repository.ts';

/**
 * The meaning of each status of a subscription, of Stripe and of the app stores. `access` gives the features of
 * the plan, and `past_due` is among it because the processor still retries the charge. `open` gives no access,
 * but the processor can charge the subscription again. `over` cannot return.
 */
const MEANINGS: Record<SubscriptionStatus, 'access' | 'open' | 'over'> = {
  active: 'access',
  trialing: 'access',
  past_due: 'access',
  incomplete: 'open',
  unpaid: 'open',
  paused: 'open',
  incomplete_expired: 'over',
  // Set when the paid period has ended. Until then, the status stays `active` with `cancelAtPeriodEnd`.
  canceled: 'over',
};

/** Triggers of the database repeat this list; a test compares them. */
export const STATUSES_WITH_ACCESS = SUBSCRIPTION_STATUSES.filter((status) => MEANINGS[status] === 'access');

/** The statuses of a subscription that its processor can still charge. */
export const CHARGEABLE_STATUSES = SUBSCRIPTION_STATUSES.filter((status) => MEANINGS[status] !== 'over');

export const givesAccess = (status: SubscriptionStatus | null): boolean =>
  status !== null && MEANINGS[status] === 'access';

/** Returns whether the subscription has ended for good. */
export const isOver = (status: SubscriptionStatus): boolean => MEANINGS[status] === 'over';

/** The store subscriptions that renew until the user cancels them in the store. */
export const RENEWING = {
  cancelAtPeriodEnd: false,
  status: { in: CHARGEABLE_STATUSES },
} satisfies Prisma.StoreSubscriptionWhereInput;

/** The columns of a user who never had a plan, or has none any more. */
export const NO_PLAN: PlanColumns = {
  planId: null,
  pricingId: null,
  subscriptionProcessor: null,
  subscriptionStatus: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  stripeSubscriptionId: null,
};

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

import type { CustomerFacts, PurchaseFact, SubscriptionFact } from '#src/clients/stripe/facts.ts';
import { givesAccess } from '#src/core/subscription-status.ts';
import type { AttemptSummary } from './attempts.repository.ts';
import type { PlanColumns } from './billing.repository.ts';
import { addMonths } from './months.ts';
import type { SoldPricing } from './plans.repository.ts';

export interface Situation {
  /** The stored billing columns of the user. */
  current: PlanColumns;
  facts: CustomerFacts;
  /** Prices by their id at Stripe. */
  pricings: ReadonlyMap<string, SoldPricing>;
  attempts: readonly AttemptSummary[];
  /** When the user got the place of the free plan. The value is null for a user without a place. */
  placeTakenAt: Date | null;
  now: Date;
}

export interface Decision {
  /** The columns to store. Null keeps the stored values. */
  plan: PlanColumns | null;
  /** The running subscription to keep, also when a newer pass gives access. */
  subscription: SubscriptionFact | null;
  /**
   * Corrections to make at Stripe: ids of subscriptions and sessions. When all three arrays are empty, the
   * decision is final.
   */
  cancelNow: string[];
  cancelAtPeriodEnd: string[];
  expire: string[];
}

/** Statuses before the first successful payment. The user has bought nothing yet. */
const UNPAID_START: readonly string[] = ['incomplete', 'incomplete_expired'];

const NO_PLAN: PlanColumns = {
  planId: null,
  pricingId: null,
  subscriptionProcessor: null,
  subscriptionStatus: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  stripeSubscriptionId: null,
};

export const isRunning = ({ status }: SubscriptionFact): boolean => givesAccess(status);

interface Pass {
  purchase: PurchaseFact;
  pricing: SoldPricing;
  end: Date;
}

function pricingOf({ pricings }: Situation, stripePriceId: string): SoldPricing {
  const pricing = pricings.get(stripePriceId);
  if (!pricing) throw new Error(`The price ${stripePriceId} is unknown: run pnpm marquee plans sync`);
  return pricing;
}

function toPass(situation: Situation, purchase: PurchaseFact): Pass {
  const pricing = pricingOf(situation, purchase.stripePriceId);
  const from = situation.attempts.find(({ id }) => id === purchase.attemptId)?.accessFrom;
  const start = from && from > purchase.paidAt ? from : purchase.paidAt;
  return { purchase, pricing, end: addMonths(start, pricing.accessMonths ?? 0) };
}

function subscriptionPlan(situation: Situation, subscription: SubscriptionFact): PlanColumns {
  const { id: pricingId, planId } = pricingOf(situation, subscription.stripePriceId);
  return {
    planId,
    pricingId,
    subscriptionProcessor: 'stripe',
    subscriptionStatus: subscription.status,
    currentPeriodEnd: subscription.periodEnd,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd && isRunning(subscription),
    stripeSubscriptionId: subscription.id,
  };
}

const passPlan = ({ pricing, end }: Pass, subscriptionStatus: 'active' | 'canceled'): PlanColumns => ({
  planId: pricing.planId,
  pricingId: pricing.id,
  subscriptionProcessor: 'stripe',
  subscriptionStatus,
  currentPeriodEnd: end,
  cancelAtPeriodEnd: false,
  stripeSubscriptionId: null,
});

/** Returns the plan of a customer without access: the last subscription or pass. */
function endedPlan(situation: Situation, passes: readonly Pass[]): PlanColumns {
  const subscription = situation.facts.subscriptions.find(({ status }) => !UNPAID_START.includes(status));
  const pass = passes.toSorted((one, other) => +other.purchase.paidAt - +one.purchase.paidAt)[0];
  if (pass && !(subscription && subscription.createdAt > pass.purchase.paidAt))
    return passPlan(pass, 'canceled');
  return subscription ? subscriptionPlan(situation, subscription) : NO_PLAN;
}

/** Derives the columns to store from the state at Stripe, and the corrections to make at Stripe first. */
export function decidePlan(situation: Situation): Decision {
  const { current, facts, attempts, placeTakenAt, now } = situation;
  const isFree = current.planId !== null && current.subscriptionProcessor === null;
  const isTakenByStore =
    current.subscriptionProcessor === 'apple' || current.subscriptionProcessor === 'google';
  // The free plan replaces purchases that the user made before taking the free plan.
  const isReplaced = (attemptId: number | null): boolean => {
    const createdAt = attempts.find(({ id }) => id === attemptId)?.createdAt;
    return isFree && placeTakenAt !== null && !(createdAt && createdAt > placeTakenAt);
  };

  const passes = facts.purchases.map((purchase) => toPass(situation, purchase));
  const pass = passes
    .filter(({ purchase, end }) => !purchase.isRefunded && !isReplaced(purchase.attemptId) && end > now)
    .toSorted((one, other) => +other.end - +one.end)[0];

  const over = facts.subscriptions.filter((each) => each.isRefunded || isReplaced(each.attemptId));
  const running = facts.subscriptions
    .filter((each) => isRunning(each) && !over.includes(each))
    .toSorted((one, other) => +one.createdAt - +other.createdAt);
  const subscription = running.find(({ id }) => id === current.stripeSubscriptionId) ?? running[0] ?? null;
  const isPassNewer = pass !== undefined && !(subscription && subscription.createdAt > pass.purchase.paidAt);

  const plan =
    isPassNewer || (pass && !subscription)
      ? passPlan(pass, 'active')
      : subscription
        ? subscriptionPlan(situation, subscription)
        : isFree || isTakenByStore
          ? null
          : endedPlan(situation, passes);

  const doubles = running.filter((each) => each !== subscription);
  return {
    plan,
    subscription,
    cancelNow: [...over, ...doubles].filter(({ status }) => !isOver(status)).map(({ id }) => id),
    cancelAtPeriodEnd:
      isPassNewer && subscription && !subscription.cancelAtPeriodEnd ? [subscription.id] : [],
    expire: facts.sessions
      .filter(
        ({ status, id }) =>
          status === 'open' && isReplaced(attempts.find((each) => each.stripeSessionId === id)?.id ?? null),
      )
      .map(({ id }) => id),
  };
}

const isOver = (status: string): boolean => status === 'canceled' || status === 'incomplete_expired';

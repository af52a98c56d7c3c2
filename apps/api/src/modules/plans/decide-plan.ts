import type { CustomerFacts, PurchaseFact, SubscriptionFact } from '#src/clients/stripe/facts.ts';
import { givesAccess, isOver, NO_PLAN } from './access.ts';
import type { AttemptSummary } from './attempts.repository.ts';
import type { PlanColumns } from './billing.repository.ts';
import { addMonths } from './months.ts';
import type { SoldPlans, SoldPricing } from './plans.repository.ts';

export interface Situation {
  /** The stored billing columns of the user. */
  current: PlanColumns;
  facts: CustomerFacts;
  sold: SoldPlans;
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
  corrections: Corrections;
}

/** What is to be changed at Stripe. When there is nothing, the decision is final. */
export interface Corrections {
  /** Ids of subscriptions. */
  cancelNow: string[];
  cancelAtPeriodEnd: string[];
  /** Subscriptions with a price that their member asked for, so that an earlier cancellation no longer counts. */
  resume: SubscriptionFact[];
  /** Open attempts to buy something that the user no longer wants. */
  expire: { attemptId: number; sessionId: string }[];
  /** Open invoices, with a card that the member gave for them. */
  pay: { invoiceId: string; card: string }[];
  /** Whether to take back a credit that is the rest of lost money. */
  clearCredit: boolean;
}

/** Statuses before the first successful payment. The user has bought nothing yet. */
const UNPAID_START: readonly string[] = ['incomplete', 'incomplete_expired'];

export const isRunning = ({ status }: SubscriptionFact): boolean => givesAccess(status);

interface Pass {
  purchase: PurchaseFact;
  pricing: SoldPricing;
  end: Date;
}

/** Returns the pass of a purchase. A price that was replaced at Stripe is found by the attempt to buy it. */
function toPass({ sold, attempts }: Situation, purchase: PurchaseFact): Pass[] {
  const attempt = attempts.find(({ id }) => id === purchase.attemptId);
  const pricing = sold.prices.get(purchase.stripePriceId) ?? sold.pricings.get(attempt?.pricingId ?? 0);
  if (!pricing) return [];
  const from = attempt?.accessFrom;
  const start = from && from > purchase.paidAt ? from : purchase.paidAt;
  return [{ purchase, pricing, end: addMonths(start, pricing.accessMonths ?? 0) }];
}

/** Returns the plan of a subscription. A price that we do not know belongs to the plan of its product. */
function subscriptionPlan({ sold }: Situation, subscription: SubscriptionFact): PlanColumns {
  const pricing = sold.prices.get(subscription.stripePriceId);
  const ending = isRunning(subscription) ? subscription.ending : null;
  return {
    planId: pricing?.planId ?? sold.products.get(subscription.stripeProductId) ?? null,
    pricingId: pricing?.id ?? null,
    subscriptionProcessor: 'stripe',
    subscriptionStatus: subscription.status,
    currentPeriodEnd: ending?.at ?? subscription.periodEnd,
    cancelAtPeriodEnd: ending !== null,
    stripeSubscriptionId: subscription.id,
  };
}

/** Returns whether the subscription renews at least once before it ends. */
export const renews = ({ ending, periodEnd }: SubscriptionFact): boolean =>
  ending === null || ending.at > periodEnd;

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

/** Returns whether the subscription has the price that its member was sent to confirm. */
const hasWantedPrice = ({ resumesOn, stripePriceId }: SubscriptionFact): boolean =>
  resumesOn === stripePriceId;

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

  const passes = facts.purchases.flatMap((purchase) => toPass(situation, purchase));
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
    corrections: {
      cancelNow: [...over, ...doubles].filter(({ status }) => !isOver(status)).map(({ id }) => id),
      cancelAtPeriodEnd: isPassNewer && subscription && renews(subscription) ? [subscription.id] : [],
      resume: !isPassNewer && subscription && hasWantedPrice(subscription) ? [subscription] : [],
      expire: attempts.flatMap(({ id, state, stripeSessionId: sessionId }) =>
        state === 'open' &&
        sessionId !== null &&
        isReplaced(id) &&
        !facts.completedSessions.includes(sessionId)
          ? [{ attemptId: id, sessionId }]
          : [],
      ),
      pay: (subscription?.debts ?? []).flatMap(({ id, newCard }) =>
        newCard === null ? [] : [{ invoiceId: id, card: newCard }],
      ),
      clearCredit: facts.isCreditLost && facts.credit > 0,
    },
  };
}

import type { SubscriptionFact } from '#src/clients/stripe/facts.ts';
import { AppError } from '#src/core/errors.ts';
import type { SellablePlan } from './priced-plan.ts';

const PAYMENT_FAILED = 'Your last payment failed. Please pay the open invoice first, or update your card.';

/**
 * Returns whether the subscription has this price already. A price that we do not know, such as a discount by support,
 * stands for every price of its plan, so that nobody loses it who only resumes the plan.
 */
export function isSamePrice(subscription: SubscriptionFact, { plan, stripePriceId }: SellablePlan): boolean {
  const has = subscription.stripePriceId;
  const isKnown = plan.pricings.some((pricing) => pricing.stripePriceId === has);
  return has === stripePriceId || (subscription.stripeProductId === plan.stripeProductId && !isKnown);
}

/** @throws AppError not_permitted while Stripe collects an unpaid invoice. Nothing else can be bought before that. */
export function refuseInDebt(subscription: SubscriptionFact | null): void {
  if (subscription?.status === 'past_due') throw new AppError('not_permitted', { message: PAYMENT_FAILED });
}

import type { Plan, User } from '@marquee/contracts';
import { dollars } from '#src/lib/money.ts';

/** The price as it stands on a card: `$3.99` with `a month`, `$49.00` with `One Time`, `Free` alone. */
export function priceOf(plan: Plan): { amount: string; per: string } {
  const price = plan.pricings[0];
  if (!price || price.is_free) return { amount: 'Free', per: 'for life' };
  const amount = dollars(price.price_in_cents);
  if (!price.is_recurring || price.interval === null) return { amount, per: 'One Time' };
  return { amount, per: price.interval === 'year' ? 'a year' : 'a month' };
}

/** The monthly price in words, for texts that name it; null when no such plan is offered. */
export function monthlyPrice(plans: readonly Plan[]): string | null {
  const price = plans
    .flatMap((plan) => plan.pricings)
    .find((pricing) => pricing.interval === 'month' && !pricing.is_free);
  return price ? dollars(price.price_in_cents) : null;
}

/** A plan is current if it matches the user's product. */
export function isCurrent(plan: Plan, user: User): boolean {
  return plan.plan_id === user.product_id;
}

/**
 * What the card's button does: nothing, choose, switch a running plan, or take up again the one that was cancelled.
 * Plans of the Apple and Google stores are read-only here.
 */
export function offerOf(plan: Plan, user: User): 'none' | 'choose' | 'switch' | 'resume' {
  if (user.plan_read_only) return 'none';
  if (isCurrent(plan, user)) return user.subscription_canceled ? 'resume' : 'none';
  return user.subscribed ? 'switch' : 'choose';
}

/** Only a running Stripe subscription can be cancelled in the app. */
export function canCancel(user: User): boolean {
  return user.subscribed && !user.subscription_canceled && user.subscription_processor === 'stripe';
}

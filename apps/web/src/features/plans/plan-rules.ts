import type { Plan, User } from '@marquee/contracts';
import { formatDate } from '#src/lib/dates.ts';
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

/** Where the account stands, in one sentence or two. `trialDays` is the trial a new account gets. */
export function standing(user: User, trialDays: number): string {
  if (user.subscription_status === 'past_due')
    return 'Your last payment did not go through. Please update your card.';
  if (user.subscription_canceled && user.current_period_end) {
    return `Your plan is cancelled. You can watch on until ${formatDate(user.current_period_end)}.`;
  }
  if (user.subscribed) return `You are on ${user.product_name ?? 'a paid plan'}.`;
  if (user.trial_or_subscribed && user.trial_ends_at)
    return `Your free trial runs until ${formatDate(user.trial_ends_at)}.`;
  return user.has_creation_trial || trialDays === 0
    ? 'Your trial is over. Choose a plan to go on.'
    : 'Choose a plan to go on.';
}

/** What is said of a plan that only the store which sold it can change. */
export function managedElsewhere(user: User): string {
  const apple = user.subscription_processor === 'apple';
  return `This subscription is managed by ${apple ? 'Apple' : 'Google'}. Change or cancel it in the settings of your ${
    apple ? 'App Store' : 'Google Play'
  } account.`;
}

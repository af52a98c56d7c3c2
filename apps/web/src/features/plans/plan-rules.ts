import type { Plan, User } from '@marquee/contracts';
import { formatDate } from '#src/lib/screen/dates.ts';
import { dollars } from './money.ts';

/** The price on a card: `$3.99` with `a month`, `$49.00` with `One Time`, or `Free`. */
export function priceOf(plan: Plan): { amount: string; per: string } {
  const price = plan.pricings[0];
  if (!price || price.is_free) return { amount: 'Free', per: 'for life' };
  const amount = dollars(price.price_in_cents);
  if (!price.is_recurring || price.interval === null) return { amount, per: 'One Time' };
  return { amount, per: price.interval === 'year' ? 'a year' : 'a month' };
}

/** A plan is current if it matches the user's product. */
export function isCurrent(plan: Plan, user: User): boolean {
  return plan.plan_id === user.product_id;
}

/**
 * Returns the action of a plan's button: docs/product.md#plan-card. Plans of the Apple and Google stores are read-only
 * here.
 */
export function offerOf(plan: Plan, user: User): 'none' | 'choose' | 'switch' | 'resume' {
  if (user.plan_read_only) return 'none';
  if (isCurrent(plan, user)) return user.subscription_canceled ? 'resume' : 'none';
  return user.subscribed ? 'switch' : 'choose';
}

/** Only running Stripe subscriptions can be canceled in the app. */
export function canCancel(user: User): boolean {
  return user.subscribed && !user.subscription_canceled && user.subscription_processor === 'stripe';
}

/** Describes the user's plan in one or two sentences. `trialDays` is the trial of a new account. */
export function planInWords(user: User, trialDays: number): string {
  if (user.subscription_status === 'past_due')
    return 'Your last payment did not go through. Please update your card.';
  if (user.subscription_canceled && user.current_period_end) {
    return `Your plan is canceled. You keep access until ${formatDate(user.current_period_end)}.`;
  }
  if (user.subscribed) return `You are on ${user.product_name ?? 'a paid plan'}.`;
  if (user.trial_or_subscribed && user.trial_ends_at)
    return `Your free trial runs until ${formatDate(user.trial_ends_at)}.`;
  return user.has_creation_trial || trialDays === 0
    ? 'Your trial has ended. Choose a plan to continue.'
    : 'Choose a plan to continue.';
}

/** The text for a plan that only an app store can change. */
export function managedElsewhere(user: User): string {
  const apple = user.subscription_processor === 'apple';
  return `This subscription is managed by ${apple ? 'Apple' : 'Google'}. Change or cancel it in the settings of your ${
    apple ? 'App Store' : 'Google Play'
  } account.`;
}

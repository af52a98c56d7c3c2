import type { Plan, User } from '@marquee/contracts';
import { formatMoney } from '@marquee/contracts/money';
import { formatDate } from '#src/lib/screen/dates.ts';

/** In these states a Stripe subscription has ended, and there is nothing to manage. */
const OVER: readonly (string | null)[] = ['canceled', 'incomplete_expired'];
const DAY_MS = 24 * 60 * 60_000;

export const isFree = (plan: Plan): boolean => plan.pricings[0]?.is_free ?? true;

/** Returns the price on a card: `$3.99` with `a month`, `$49.00` with `One Time`, or `Free`. */
export function priceOf(plan: Plan): { amount: string; per: string } {
  const price = plan.pricings[0];
  if (!price || price.is_free) return { amount: 'Free', per: 'for life' };
  const amount = formatMoney(price.price_in_cents);
  if (!price.is_recurring || price.interval === null) return { amount, per: 'One Time' };
  return { amount, per: price.interval === 'year' ? 'a year' : 'a month' };
}

/** Returns a twelfth of a price for a year, rounded up to a cent. Returns null for all other plans. */
export function perMonth(plan: Plan): string | null {
  const price = plan.pricings[0];
  return price?.interval === 'year' ? formatMoney(Math.ceil(price.price_in_cents / 12)) : null;
}

/** Explains a price: why a pass costs more than a year that renews, and how many free places are left. */
export function noteOf(plan: Plan, plans: readonly Plan[]): string | null {
  if (plan.places_left !== null)
    return plan.places_left === 1
      ? '1 place is left.'
      : `${plan.places_left.toLocaleString('en')} places are left.`;
  const price = plan.pricings[0];
  if (!price || price.is_recurring || price.is_free) return null;
  const yearly = plans.flatMap(({ pricings }) => pricings).find(({ interval }) => interval === 'year');
  return yearly && yearly.price_in_cents < price.price_in_cents
    ? 'One year, paid once. It costs more than the yearly plan, and ends by itself: you need not cancel it.'
    : null;
}

export function isCurrent(plan: Plan, user: User): boolean {
  return plan.plan_id === user.product_id;
}

/**
 * Returns whether the user's plan has a one-time price. The value is also false when `plans` does not contain
 * the price.
 */
function isOneTime(user: User, plans: readonly Plan[]): boolean {
  const price = plans.flatMap(({ pricings }) => pricings).find(({ id }) => id === user.price_id);
  return price !== undefined && !price.is_recurring && !price.is_free;
}

/**
 * Returns the action of a plan's button: docs/product.md#plan-card. The web app cannot change plans of the
 * Apple and Google stores.
 */
export function offerOf(plan: Plan, user: User): 'none' | 'choose' | 'switch' | 'resume' {
  if (user.plan_read_only) return 'none';
  if (isCurrent(plan, user)) {
    if (!user.subscription_canceled) return 'none';
    return user.subscribed ? 'resume' : 'choose';
  }
  // Until an overdue payment is settled, only the free plan can be taken.
  if (user.subscription_status === 'past_due' && !isFree(plan)) return 'none';
  return user.subscribed ? 'switch' : 'choose';
}

/**
 * Returns whether the billing portal has a page for the plan. One-time plans and the free plan have no such
 * page.
 */
export function canManage(user: User, plans: readonly Plan[]): boolean {
  return (
    user.subscription_processor === 'stripe' &&
    !OVER.includes(user.subscription_status) &&
    !isOneTime(user, plans)
  );
}

/**
 * Returns whether the user can cancel in the app. Only running Stripe subscriptions can be canceled in the
 * app.
 */
export function canCancel(user: User, plans: readonly Plan[]): boolean {
  return user.subscribed && !user.subscription_canceled && canManage(user, plans);
}

/**
 * Returns the days left of the trial, the current day included. Returns null for users with a plan and after
 * the trial.
 */
export function trialDaysLeft(user: User, now = Date.now()): number | null {
  if (user.subscribed || user.trial_ends_at === null) return null;
  const days = Math.ceil((Date.parse(user.trial_ends_at) - now) / DAY_MS);
  return days > 0 ? days : null;
}

function nextEvent(user: User, plans: readonly Plan[] | undefined): string {
  if (user.current_period_end === null || plans === undefined) return '';
  const date = formatDate(user.current_period_end);
  if (isOneTime(user, plans)) return ` It ends on ${date}.`;
  return user.subscription_status === 'trialing'
    ? ` The first payment is on ${date}.`
    : ` It renews on ${date}.`;
}

/** Returns the name of the store in which the user subscribed. */
const storeOf = (user: User): string =>
  user.subscription_processor === 'apple' ? 'the App Store' : 'Google Play';

/** Returns the text for a subscription that the store can make active again. */
function inactiveInWords(user: User): string {
  return user.subscription_status === 'unpaid'
    ? `Your last payment did not go through, so your subscription is not active. Please update your payment method in ${storeOf(user)}.`
    : `Your subscription is not active. Resume or renew it in ${storeOf(user)}.`;
}

/**
 * Describes the user's plan in one or two sentences. Without `plans`, the text does not say when the plan renews or
 * ends, because that depends on the price.
 */
export function planInWords(user: User, plans: readonly Plan[] | undefined): string {
  if (user.subscription_status === 'past_due')
    return `Your last payment did not go through. You keep access for now. Please ${
      user.plan_read_only ? `update your payment method in ${storeOf(user)}` : 'pay now, or change your card'
    }.`;
  if (user.subscribed && user.subscription_canceled && user.current_period_end) {
    return `Your plan is canceled. You keep access until ${formatDate(user.current_period_end)}.`;
  }
  if (user.subscribed) return `You are on ${user.product_name ?? 'a paid plan'}.${nextEvent(user, plans)}`;
  if (user.trial_or_subscribed && user.trial_ends_at)
    return `Your free trial runs until ${formatDate(user.trial_ends_at)}. Nothing is charged before then.`;
  if (user.plan_read_only) return inactiveInWords(user);
  if (user.product_id !== null) return 'Your plan has ended. Choose a plan to continue.';
  return user.trial_ends_at === null
    ? 'Choose a plan to continue.'
    : 'Your trial has ended. Choose a plan to continue.';
}

/** Returns the text for a plan that only an app store can change. */
export function managedElsewhere(user: User): string {
  const apple = user.subscription_processor === 'apple';
  return `This subscription is managed by ${apple ? 'Apple' : 'Google'}. Change or cancel it in the settings of your ${
    apple ? 'App Store' : 'Google Play'
  } account.`;
}

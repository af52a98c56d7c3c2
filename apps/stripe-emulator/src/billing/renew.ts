import type { Subscription } from '../core/collections.ts';
import { emit } from '../core/events.ts';
import { DAY } from '../core/periods.ts';
import { get, type World } from '../core/world.ts';
import { invoiceForPeriod, itemsOf } from './create-subscription.ts';
import { assignPending, pendingLines } from './invoice-items.ts';
import { withPeriod } from './proration.ts';
import { billAndSettle, endSubscription, updateSubscription } from './settle.ts';

/** Stripe sends `trial_will_end` three days before the end of a trial. */
export const REMINDER = 3 * DAY;

export const periodEndOf = (subscription: Subscription): number =>
  Math.min(...itemsOf(subscription).map((item) => item.current_period_end));

/** Returns whether a cancellation, in either of its two forms, ends the subscription at `time`. */
const endsAt = ({ cancel_at_period_end, cancel_at }: Subscription, time: number): boolean =>
  cancel_at_period_end || (cancel_at !== null && cancel_at <= time);

function billPeriod(world: World, subscription: Subscription, reason: string): void {
  const extra = pendingLines(world, subscription.id);
  const invoice = invoiceForPeriod(world, subscription, reason, extra);
  assignPending(world, subscription.id, invoice.id);
  // Stripe leaves the invoices of an unpaid subscription as drafts.
  if (subscription.status === 'unpaid') return;
  billAndSettle(world, invoice, { offSession: true, authenticated: false, retries: true });
}

/** Starts a period at `start` and bills the period. */
export function startPeriod(
  world: World,
  id: string,
  start: number,
  changes: Partial<Subscription>,
  reason: string,
): void {
  const subscription = get(world, 'subscriptions', id);
  const anchor = changes.billing_cycle_anchor ?? subscription.billing_cycle_anchor;
  const items = withPeriod(itemsOf(subscription), anchor, start);
  const updated = updateSubscription(world, id, {
    ...changes,
    items: { ...subscription.items, data: items },
  });
  billPeriod(world, updated, reason);
}

/** Ends a period. Renews the subscription, or cancels the subscription that was to end with the period. */
export function renew(world: World, id: string): void {
  const subscription = get(world, 'subscriptions', id);
  const end = periodEndOf(subscription);
  if (endsAt(subscription, end)) endSubscription(world, id, null);
  else startPeriod(world, id, end, {}, 'subscription_cycle');
}

const hasCard = (world: World, subscription: Subscription): boolean => {
  const customer = get(world, 'customers', subscription.customer, 'customer');
  const card = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
  return (card ?? null) !== null;
};

/**
 * Ends a trial with the first charge. Without a card, follows `missing_payment_method` of the subscription.
 */
export function endTrial(world: World, id: string, time: number): void {
  const subscription = get(world, 'subscriptions', id);
  if (endsAt(subscription, time)) {
    endSubscription(world, id, null);
    return;
  }
  const behavior = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (!hasCard(world, subscription) && behavior === 'cancel') {
    endSubscription(world, id, null);
    return;
  }
  if (!hasCard(world, subscription) && behavior === 'pause') {
    emit(world, 'customer.subscription.paused', updateSubscription(world, id, { status: 'paused' }));
    return;
  }
  const changes = { status: 'active', billing_cycle_anchor: time, trial_end: time };
  startPeriod(world, id, time, changes, 'subscription_cycle');
}

export function remindOfTrialEnd(world: World, id: string): void {
  const subscription = get(world, 'subscriptions', id);
  const note = get(world, 'subscription_notes', id);
  world.store.put('subscription_notes', { ...note, reminded_for: subscription.trial_end });
  emit(world, 'customer.subscription.trial_will_end', subscription);
}

/** Starts a paused subscription again. The subscription becomes active when its invoice is paid. */
export function resume(world: World, id: string): void {
  const now = world.clock.now();
  const subscription = get(world, 'subscriptions', id);
  const items = withPeriod(itemsOf(subscription), now, now);
  const updated = updateSubscription(world, id, {
    billing_cycle_anchor: now,
    items: { ...subscription.items, data: items },
  });
  billPeriod(world, updated, 'subscription_update');
}

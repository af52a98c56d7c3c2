import { assignPending, keepForNextInvoice, pendingLines } from '../billing/invoice-items.ts';
import { createInvoice, nameOfProduct } from '../billing/invoices.ts';
import { prorationLines } from '../billing/proration.ts';
import { periodEndOf, startPeriod } from '../billing/renew.ts';
import { billAndSettle, endSubscription, updateSubscription } from '../billing/settle.ts';
import { updateItems } from '../billing/update-items.ts';
import type { Subscription } from '../core/collections.ts';
import { invalid, missing } from '../core/errors.ts';
import { get, type World } from '../core/world.ts';
import { mergeMetadata } from '../http/params.ts';
import type { UpdateSubscription } from './subscriptions.params.ts';

const OVER = new Set(['canceled', 'incomplete_expired']);

type Details = Partial<NonNullable<Subscription['cancellation_details']>>;

const detailsOf = (subscription: Subscription, changes: Details) => {
  const none = { comment: null, feedback: null, feedback_option: null, reason: null };
  return { ...(subscription.cancellation_details ?? none), ...changes };
};

/** Sets or removes the cancellation at the end of the period. */
export function cancelAtPeriodEnd(world: World, id: string, wanted: boolean): Subscription {
  const subscription = get(world, 'subscriptions', id);
  if (subscription.cancel_at_period_end === wanted) return subscription;
  return updateSubscription(world, id, {
    cancel_at_period_end: wanted,
    cancel_at: wanted ? periodEndOf(subscription) : null,
    canceled_at: wanted ? world.clock.now() : null,
    cancellation_details: detailsOf(subscription, { reason: wanted ? 'cancellation_requested' : null }),
  });
}

/** Sets the time at which the subscription ends, as the portal does. Null removes the cancellation, whatever its form. */
export function cancelAt(world: World, id: string, time: number | null): Subscription {
  const subscription = get(world, 'subscriptions', id);
  return updateSubscription(world, id, {
    cancel_at_period_end: false,
    cancel_at: time,
    canceled_at: time === null ? null : world.clock.now(),
    cancellation_details: detailsOf(subscription, {
      reason: time === null ? null : 'cancellation_requested',
    }),
  });
}

/** Throws when a call has both forms of a cancellation. Stripe refuses them together, whatever their values. */
export function checkCancellation(params: { cancel_at?: unknown; cancel_at_period_end?: unknown }): void {
  if (params.cancel_at === undefined || params.cancel_at_period_end === undefined) return;
  throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', {
    param: 'cancel_at',
  });
}

/** Updates the fields that create no invoice, in one change that emits one event. */
function updateFields(world: World, id: string, params: UpdateSubscription): void {
  const subscription = get(world, 'subscriptions', id);
  const { default_payment_method: card, description, metadata, trial_settings } = params;
  if (card) get(world, 'payment_methods', card, 'default_payment_method');
  const behavior = trial_settings?.end_behavior.missing_payment_method;
  updateSubscription(world, id, {
    metadata: mergeMetadata(subscription.metadata, metadata),
    ...(card !== undefined && { default_payment_method: card }),
    ...(description !== undefined && { description }),
    ...(behavior && {
      trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: behavior } },
    }),
    ...(params.cancellation_details && {
      cancellation_details: detailsOf(subscription, params.cancellation_details),
    }),
  });
}

function moveTrialEnd(world: World, id: string, end: number | 'now'): void {
  const subscription = get(world, 'subscriptions', id);
  const now = world.clock.now();
  if (end === 'now') {
    if (subscription.status !== 'trialing') return;
    const changes = { status: 'active', billing_cycle_anchor: now, trial_end: now };
    startPeriod(world, id, now, changes, 'subscription_update');
    return;
  }
  if (end <= now)
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    });
  const items = subscription.items.data.map((item) => ({ ...item, current_period_end: end }));
  updateSubscription(world, id, {
    status: 'trialing',
    trial_start: subscription.trial_start ?? now,
    trial_end: end,
    billing_cycle_anchor: end,
    items: { ...subscription.items, data: items },
  });
}

const PENDING = new Set([
  'items',
  'off_session',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
]);

/** Throws when a pending update has a field that Stripe refuses with `payment_behavior=pending_if_incomplete`. */
function checkPendingUpdate(params: UpdateSubscription): void {
  const param = Object.keys(params).find((name) => !PENDING.has(name));
  if (param === undefined) return;
  const message = `You cannot pass \`${param}\` together with \`payment_behavior=pending_if_incomplete\`.`;
  throw invalid(message, { param });
}

export function updateFromParams(world: World, params: UpdateSubscription, id: string): Subscription {
  const subscription = get(world, 'subscriptions', id);
  const isFinal = OVER.has(subscription.status);
  if (isFinal && Object.keys(params).some((name) => name !== 'metadata' && name !== 'cancellation_details')) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.', {
      param: 'id',
    });
  }
  checkCancellation(params);
  if (params.payment_behavior === 'pending_if_incomplete') checkPendingUpdate(params);
  updateFields(world, id, params);
  if (params.items) {
    updateItems(world, id, {
      items: params.items,
      behavior: params.proration_behavior ?? 'create_prorations',
      date: params.proration_date ?? world.clock.now(),
      payment: params.payment_behavior ?? 'allow_incomplete',
      offSession: params.off_session ?? false,
    });
  }
  if (params.trial_end !== undefined) moveTrialEnd(world, id, params.trial_end);
  if (params.cancel_at_period_end !== undefined) cancelAtPeriodEnd(world, id, params.cancel_at_period_end);
  if (params.cancel_at !== undefined) cancelAt(world, id, params.cancel_at);
  return get(world, 'subscriptions', id);
}

export interface CancelOptions {
  cancellation_details?: Details;
  invoice_now?: boolean;
  prorate?: boolean;
}

/** Cancels a subscription at once. `prorate` credits the unused time of the period. */
export function cancelNow(world: World, id: string, options: CancelOptions): Subscription {
  const subscription = get(world, 'subscriptions', id);
  if (OVER.has(subscription.status)) {
    throw missing('subscription', id);
  }
  const { customer, currency, metadata } = subscription;
  if (options.prorate && subscription.status === 'active') {
    const lines = prorationLines(subscription.items.data, [], world.clock.now(), nameOfProduct(world));
    keepForNextInvoice(world, customer, id, lines);
  }
  if (options.invoice_now) {
    const lines = pendingLines(world, id);
    const draft = {
      customer,
      currency,
      lines,
      reason: 'subscription_update',
      subscription: { id, metadata },
    };
    const invoice = createInvoice(world, draft);
    assignPending(world, id, invoice.id);
    billAndSettle(world, invoice, { offSession: true, authenticated: false, retries: false });
  }
  const details = detailsOf(subscription, {
    ...options.cancellation_details,
    reason: 'cancellation_requested',
  });
  world.store.put('subscriptions', { ...get(world, 'subscriptions', id), cancellation_details: details });
  return endSubscription(world, id, null);
}

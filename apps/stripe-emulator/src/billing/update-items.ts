import type { Subscription } from '../core/collections.ts';
import { StripeFault } from '../core/errors.ts';
import { HOUR } from '../core/periods.ts';
import { get, type World } from '../core/world.ts';
import { type ItemChange, type PlannedChange, type ProrationBehavior, planChange } from './change-items.ts';
import { assignPending, keepForNextInvoice, pendingLines } from './invoice-items.ts';
import { createInvoice, finalizeInvoice } from './invoices.ts';
import type { Outcome } from './payments.ts';
import { periodEndOf } from './renew.ts';
import { payAndSettle, updateSubscription } from './settle.ts';

export interface UpdateItems {
  items: ItemChange[];
  behavior: ProrationBehavior;
  date: number;
  payment: string;
  offSession: boolean;
}

/** Stripe drops an unpaid pending update after 23 hours. */
export const PENDING_UPDATE_LIFE = 23 * HOUR;

const NEEDS_ACTION =
  'Payment for this subscription requires additional user action before it can be completed.';

/** Returns Stripe's error 402 of a call with `error_if_incomplete` whose invoice could not be paid. */
export const unpaid = (outcome: Exclude<Outcome, { kind: 'succeeded' }>): StripeFault =>
  outcome.kind === 'declined'
    ? new StripeFault(402, 'card_error', outcome.message, {
        code: 'card_declined',
        decline_code: outcome.declineCode,
      })
    : new StripeFault(402, 'card_error', NEEDS_ACTION, {
        code: 'subscription_payment_intent_requires_action',
      });

const isUnchanged = (subscription: Subscription, plan: PlannedChange): boolean =>
  JSON.stringify(subscription.items.data) === JSON.stringify(plan.items);

function applyItems(world: World, subscription: Subscription, plan: PlannedChange): void {
  const items = { ...subscription.items, data: plan.items };
  updateSubscription(world, subscription.id, {
    items,
    billing_cycle_anchor: plan.anchor,
    // The flag follows the period. A `cancel_at` without it keeps its time.
    ...(subscription.cancel_at_period_end && { cancel_at: periodEndOf({ ...subscription, items }) }),
  });
}

function invoiceNow(world: World, subscription: Subscription, plan: PlannedChange): string {
  const lines = [...pendingLines(world, subscription.id), ...plan.prorations, ...plan.period];
  const invoice = createInvoice(world, {
    customer: subscription.customer,
    subscription: { id: subscription.id, metadata: subscription.metadata },
    currency: subscription.currency,
    lines,
    reason: 'subscription_update',
  });
  assignPending(world, subscription.id, invoice.id);
  updateSubscription(world, subscription.id, { latest_invoice: invoice.id });
  finalizeInvoice(world, invoice.id);
  return invoice.id;
}

/** Stores a change as `pending_update` until its invoice is paid. */
function keepAside(world: World, subscription: Subscription, plan: PlannedChange, invoice: string): void {
  const note = get(world, 'subscription_notes', subscription.id);
  world.store.put('subscription_notes', {
    ...note,
    pending: { items: plan.items, invoice, anchor: plan.anchor },
  });
  updateSubscription(world, subscription.id, {
    pending_update: {
      billing_cycle_anchor: plan.restarts ? plan.anchor : null,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: world.clock.now() + PENDING_UPDATE_LIFE,
      metadata: null,
      subscription_items: plan.items,
      trial_end: null,
      trial_from_plan: null,
    },
  });
}

/** Applies `items` of an update call. Throws error 402 for an unpaid invoice with `error_if_incomplete`. */
export function updateItems(world: World, id: string, input: UpdateItems): void {
  const subscription = get(world, 'subscriptions', id);
  const plan = planChange(world, subscription, input.items, input);
  if (isUnchanged(subscription, plan)) return;
  if (!plan.restarts && input.behavior !== 'always_invoice') {
    applyItems(world, subscription, plan);
    keepForNextInvoice(world, subscription.customer, id, plan.prorations);
    return;
  }
  if (plan.prorations.length + plan.period.length === 0) {
    applyItems(world, subscription, plan);
    return;
  }
  const waits = input.payment === 'pending_if_incomplete';
  const invoice = invoiceNow(world, subscription, plan);
  const current = get(world, 'subscriptions', id);
  if (waits) keepAside(world, current, plan, invoice);
  else applyItems(world, current, plan);
  if (input.payment === 'default_incomplete') return;
  const options = { offSession: input.offSession, authenticated: false, retries: !waits };
  const outcome = payAndSettle(world, invoice, options);
  if (outcome.kind !== 'succeeded' && input.payment === 'error_if_incomplete') throw unpaid(outcome);
}

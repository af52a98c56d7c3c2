import type { Invoice, Subscription } from '../core/collections.ts';
import { change, emit } from '../core/events.ts';
import { get, type World } from '../core/world.ts';
import { type CollectOptions, collect } from './collect.ts';
import { closeInvoice, finalizeInvoice, subscriptionOf } from './invoices.ts';
import type { Outcome } from './payments.ts';

/** Cancels a subscription at once and stops the retries of its open invoices. */
export function endSubscription(world: World, id: string, reason: string | null): Subscription {
  const before = get(world, 'subscriptions', id);
  const now = world.clock.now();
  const details = before.cancellation_details;
  const ended = change(world, 'subscriptions', before, {
    status: 'canceled',
    ended_at: now,
    canceled_at: before.canceled_at ?? now,
    cancellation_details: {
      comment: details?.comment ?? null,
      feedback: details?.feedback ?? null,
      feedback_option: details?.feedback_option ?? null,
      reason: reason ?? details?.reason ?? null,
    },
    pending_update: null,
  });
  emit(world, 'customer.subscription.deleted', ended);
  for (const invoice of openInvoices(world, id)) {
    change(
      world,
      'invoices',
      invoice,
      { auto_advance: false, next_payment_attempt: null },
      'invoice.updated',
    );
  }
  return ended;
}

export const openInvoices = (world: World, subscription: string): Invoice[] =>
  world.store
    .list('invoices')
    .filter((invoice) => invoice.status === 'open' && subscriptionOf(invoice) === subscription)
    .toReversed();

export function updateSubscription(world: World, id: string, changes: Partial<Subscription>): Subscription {
  const before = get(world, 'subscriptions', id);
  return change(world, 'subscriptions', before, changes, 'customer.subscription.updated');
}

function applyPendingUpdate(world: World, id: string, invoice: string): void {
  const note = world.store.find('subscription_notes', id);
  if (note?.pending?.invoice !== invoice) return;
  const subscription = get(world, 'subscriptions', id);
  const applied = updateSubscription(world, id, {
    items: { ...subscription.items, data: note.pending.items },
    billing_cycle_anchor: note.pending.anchor,
    pending_update: null,
  });
  world.store.put('subscription_notes', { ...note, pending: null });
  emit(world, 'customer.subscription.pending_update_applied', applied);
}

/** Discards a change whose invoice was not paid in time, or was voided. */
export function dropPendingUpdate(world: World, id: string): void {
  const note = get(world, 'subscription_notes', id);
  const invoice = world.store.find('invoices', note.pending?.invoice ?? '');
  world.store.put('subscription_notes', { ...note, pending: null });
  const updated = updateSubscription(world, id, { pending_update: null });
  emit(world, 'customer.subscription.pending_update_expired', updated);
  if (invoice?.status === 'open') closeInvoice(world, invoice, 'void');
}

function onPaid(world: World, id: string, invoice: string): void {
  applyPendingUpdate(world, id, invoice);
  const { status } = get(world, 'subscriptions', id);
  if (status === 'incomplete') updateSubscription(world, id, { status: 'active' });
  if (status === 'paused') {
    emit(world, 'customer.subscription.resumed', updateSubscription(world, id, { status: 'active' }));
  }
  const isBehind = status === 'past_due' || status === 'unpaid';
  if (isBehind && openInvoices(world, id).length === 0) updateSubscription(world, id, { status: 'active' });
}

function onFailed(world: World, id: string, invoice: Invoice): void {
  const { status } = get(world, 'subscriptions', id);
  const note = world.store.find('subscription_notes', id);
  if (note?.pending?.invoice === invoice.id) return;
  if (status !== 'active' && status !== 'trialing' && status !== 'past_due') return;
  if (status !== 'past_due') updateSubscription(world, id, { status: 'past_due' });
  if (get(world, 'invoices', invoice.id).next_payment_attempt !== null) return;
  if (world.rules.afterRetries === 'cancel') endSubscription(world, id, 'payment_failed');
  if (world.rules.afterRetries === 'mark_unpaid') updateSubscription(world, id, { status: 'unpaid' });
}

/** Charges an open invoice and updates the status of its subscription. */
export function payAndSettle(world: World, id: string, options: CollectOptions): Outcome {
  const invoice = get(world, 'invoices', id);
  const subscription = subscriptionOf(invoice);
  const outcome: Outcome =
    invoice.status === 'paid' ? { kind: 'succeeded' } : collect(world, invoice, options);
  if (subscription !== null) {
    if (outcome.kind === 'succeeded') onPaid(world, subscription, id);
    else onFailed(world, subscription, invoice);
  }
  return outcome;
}

/** Finalizes a draft, charges the invoice and updates the status of the subscription. */
export function billAndSettle(world: World, draft: Invoice, options: CollectOptions): Outcome {
  finalizeInvoice(world, draft.id);
  return payAndSettle(world, draft.id, options);
}

/** Expires a subscription whose first invoice was not paid in time, and voids the invoice. */
export function expireIncomplete(world: World, id: string): void {
  updateSubscription(world, id, { status: 'incomplete_expired', ended_at: world.clock.now() });
  for (const invoice of openInvoices(world, id)) closeInvoice(world, invoice, 'void');
}

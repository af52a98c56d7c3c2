import { createSubscription } from '../billing/create-subscription.ts';
import { finalizeInvoice } from '../billing/invoices.ts';
import { payAndSettle } from '../billing/settle.ts';
import { unpaid } from '../billing/update-items.ts';
import type { Subscription } from '../core/collections.ts';
import { invalid } from '../core/errors.ts';
import { DAY } from '../core/periods.ts';
import { get, type World } from '../core/world.ts';
import { mergeMetadata } from '../http/params.ts';
import type { CreateSubscription } from './subscriptions.params.ts';
import { cancelAtPeriodEnd, checkCancellation } from './subscriptions.update.ts';

function trialEndOf(
  world: World,
  { trial_end: end, trial_period_days: days }: CreateSubscription,
): number | null {
  const now = world.clock.now();
  if (days !== undefined) return days > 0 ? now + days * DAY : null;
  if (end === undefined || end === 'now') return null;
  if (end <= now)
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    });
  return end;
}

/**
 * Handles POST /v1/subscriptions. Charges the first invoice at once unless the caller confirms the payment
 * later.
 */
export function createFromParams(world: World, params: CreateSubscription): Subscription {
  checkCancellation(params);
  get(world, 'customers', params.customer, 'customer');
  const card = params.default_payment_method;
  if (card) get(world, 'payment_methods', card, 'default_payment_method');
  const behavior = params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice';
  const { subscription, invoice } = createSubscription(world, {
    customer: params.customer,
    items: params.items.map(({ price, quantity = 1, metadata }, index) => ({
      price: get(world, 'prices', price, `items[${index}][price]`),
      quantity,
      metadata: mergeMetadata({}, metadata),
    })),
    trialEnd: trialEndOf(world, params),
    fields: {
      cancel_at: params.cancel_at ?? null,
      default_payment_method: card ?? null,
      description: params.description ?? null,
      metadata: mergeMetadata({}, params.metadata),
      trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: behavior } },
    },
  });
  finalizeInvoice(world, invoice.id);
  const mode = params.payment_behavior ?? 'allow_incomplete';
  const isDue = get(world, 'invoices', invoice.id).status === 'open';
  if (!isDue || mode !== 'default_incomplete') {
    const options = { offSession: params.off_session ?? false, authenticated: false, retries: false };
    const outcome = payAndSettle(world, invoice.id, options);
    if (mode === 'error_if_incomplete' && outcome.kind !== 'succeeded') throw unpaid(outcome);
  }
  if (params.cancel_at_period_end) cancelAtPeriodEnd(world, subscription.id, true);
  return get(world, 'subscriptions', subscription.id);
}

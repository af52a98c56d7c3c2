import type { Price, Subscription, SubscriptionItem } from '../core/collections.ts';
import { newId } from '../core/ids.ts';
import { intervalOf } from '../core/periods.ts';
import type { World } from '../core/world.ts';

export function newItem(
  world: World,
  subscription: string,
  fields: { price: Price; quantity: number; metadata?: Record<string, string> },
): SubscriptionItem {
  const { price, quantity, metadata = {} } = fields;
  const now = world.clock.now();
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_start: now,
    current_period_end: now,
    current_trial: null,
    discounts: [],
    metadata,
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

/** Returns Stripe's older `plan` object, which subscription items still contain beside `price`. */
export const planOf = (price: Price): SubscriptionItem['plan'] => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: price.billing_scheme,
  created: price.created,
  currency: price.currency,
  interval: intervalOf(price).interval,
  interval_count: intervalOf(price).interval_count,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

export function newSubscription(
  world: World,
  fields: Pick<Subscription, 'id' | 'customer' | 'currency' | 'billing_cycle_anchor' | 'status'> &
    Partial<Subscription>,
  items: SubscriptionItem[],
): Subscription {
  const now = world.clock.now();
  return {
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: items,
      has_more: false,
      url: `/v1/subscription_items?subscription=${fields.id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
    ...fields,
  };
}

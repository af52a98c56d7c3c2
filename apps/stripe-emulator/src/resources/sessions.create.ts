import type { LineItem, Price, Session, SessionNote } from '../core/collections.ts';
import { invalid } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { HOUR } from '../core/periods.ts';
import { get, type World } from '../core/world.ts';
import { mergeMetadata } from '../http/params.ts';
import { createPrice } from '../objects/prices.object.ts';
import { createProduct } from '../objects/products.object.ts';
import { newSession } from '../objects/sessions.object.ts';
import type { CreateSession, LineInput } from './sessions.params.ts';

const at = (index: number, field: string): string => `line_items[${index}][${field}]`;

function priceOf(world: World, line: LineInput, index: number): Price {
  if (line.price !== undefined) return get(world, 'prices', line.price, at(index, 'price'));
  const data = line.price_data;
  if (!data)
    throw invalid(`Missing required param: ${at(index, 'price')}.`, {
      code: 'parameter_missing',
      param: at(index, 'price'),
    });
  const { product, product_data, ...amount } = data;
  const id = product ?? createProduct(world, { name: product_data?.name ?? 'Product', ...product_data }).id;
  return createPrice(world, {
    ...amount,
    product: get(world, 'products', id, at(index, 'price_data[product]')).id,
  });
}

function lineOf(world: World, line: LineInput, index: number, mode: string): LineItem {
  const price = priceOf(world, line, index);
  if (!price.active) throw invalid('The price specified is inactive.', { param: at(index, 'price') });
  if (mode === 'payment' && price.recurring) {
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      { param: at(index, 'price') },
    );
  }
  const quantity = line.quantity ?? 1;
  const amount = (price.unit_amount ?? 0) * quantity;
  return {
    id: newId('li_1', 23),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: world.store.find('products', price.product)?.name ?? null,
    discounts: [],
    metadata: {},
    price,
    quantity,
    taxes: [],
  };
}

/** Checks Stripe's limits for trials and for the lifetime of a session. */
function checkTimes(params: CreateSession, now: number): void {
  const { trial_end: end, trial_period_days: days } = params.subscription_data ?? {};
  if (end !== undefined && days !== undefined) {
    throw invalid('You may only specify one of these parameters: trial_end, trial_period_days.');
  }
  if (end !== undefined && end < now + 48 * HOUR) {
    const message = 'The `trial_end` date has to be at least 2 days in the future.';
    throw invalid(message, { param: 'subscription_data[trial_end]' });
  }
  if (days !== undefined && (days < 1 || days > 730)) {
    const message = 'The number of trial period days must be between 1 and 730.';
    throw invalid(message, { param: 'subscription_data[trial_period_days]' });
  }
  const life = (params.expires_at ?? now + HOUR) - now;
  if (life < HOUR / 2 || life > 24 * HOUR) {
    throw invalid('`expires_at` must be between 30 minutes and 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    });
  }
}

function checkMode(params: CreateSession, lines: LineItem[]): void {
  const isSubscription = params.mode === 'subscription';
  if (isSubscription && !lines.some((line) => line.price?.recurring)) {
    throw invalid('You must provide at least one recurring price in `subscription` mode when using prices.', {
      param: 'line_items',
    });
  }
  if (isSubscription && lines.some((line) => !line.price?.recurring)) {
    throw invalid('The emulator does not cover one-time prices in `subscription` mode.', {
      param: 'line_items',
    });
  }
  if (!isSubscription && params.subscription_data) {
    throw invalid('You can not pass `subscription_data` in `payment` mode.', { param: 'subscription_data' });
  }
  if (!isSubscription && params.payment_method_collection) {
    throw invalid('You can only set `payment_method_collection` if mode is `subscription`.', {
      param: 'payment_method_collection',
    });
  }
  if (isSubscription && (params.payment_intent_data || params.invoice_creation)) {
    const param = params.payment_intent_data ? 'payment_intent_data' : 'invoice_creation';
    throw invalid(`You can not pass \`${param}\` in \`subscription\` mode.`, { param });
  }
  if (params.customer && params.customer_email) {
    throw invalid('You may only specify one of these parameters: customer, customer_email.');
  }
}

const invoiceCreationOf = ({ mode, invoice_creation: wanted }: CreateSession): Session['invoice_creation'] =>
  mode === 'subscription'
    ? null
    : {
        enabled: wanted?.enabled ?? false,
        invoice_data: {
          account_tax_ids: null,
          custom_fields: null,
          description: wanted?.invoice_data?.description ?? null,
          footer: wanted?.invoice_data?.footer ?? null,
          issuer: null,
          metadata: wanted?.invoice_data?.metadata ?? {},
          rendering_options: null,
        },
      };

function noteOf(id: string, lines: LineItem[], params: CreateSession): SessionNote {
  const { subscription_data: subscription, payment_intent_data: payment } = params;
  return {
    id,
    line_items: lines,
    subscription_data: {
      metadata: subscription?.metadata ?? {},
      description: subscription?.description ?? null,
      trial_end: subscription?.trial_end ?? null,
      trial_period_days: subscription?.trial_period_days ?? null,
      missing_payment_method:
        subscription?.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    },
    payment_intent_data: {
      metadata: payment?.metadata ?? {},
      description: payment?.description ?? null,
      setup_future_usage: payment?.setup_future_usage ?? null,
      receipt_email: payment?.receipt_email ?? null,
    },
    attempt: null,
    message: null,
  };
}

export function createSession(world: World, params: CreateSession): Session {
  const now = world.clock.now();
  checkTimes(params, now);
  if (params.customer) get(world, 'customers', params.customer, 'customer');
  const lines = params.line_items.map((line, index) => lineOf(world, line, index, params.mode));
  checkMode(params, lines);
  const trial = params.subscription_data?.trial_end ?? params.subscription_data?.trial_period_days;
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0);
  const dueNow = trial === undefined ? total : 0;
  const session = newSession(world, lines, {
    mode: params.mode,
    success_url: params.success_url,
    cancel_url: params.cancel_url ?? null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    amount_subtotal: dueNow,
    amount_total: dueNow,
    billing_address_collection: params.billing_address_collection ?? null,
    client_reference_id: params.client_reference_id ?? null,
    customer: params.customer ?? null,
    customer_creation: params.customer ? null : (params.customer_creation ?? 'always'),
    customer_email: params.customer_email ?? null,
    expires_at: params.expires_at ?? now + 24 * HOUR,
    invoice_creation: invoiceCreationOf(params),
    locale: params.locale ?? null,
    metadata: mergeMetadata({}, params.metadata),
    payment_method_collection:
      params.mode === 'subscription' ? (params.payment_method_collection ?? 'always') : null,
    submit_type: params.submit_type ?? null,
  });
  world.store.put('session_notes', noteOf(session.id, lines, params));
  return world.store.put('sessions', session);
}

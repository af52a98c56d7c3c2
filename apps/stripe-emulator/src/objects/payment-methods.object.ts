import type { TestCard } from '../billing/cards.ts';
import type { PaymentMethod } from '../core/collections.ts';
import { change, emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { get, type World } from '../core/world.ts';

export function createCard(
  world: World,
  card: TestCard,
  billing: Partial<PaymentMethod['billing_details']> = {},
): PaymentMethod {
  const id = newId('pm_1', 23);
  world.store.put('cards', { id, number: card.number });
  const expiry = new Date(world.clock.now() * 1000).getUTCFullYear() + 4;
  return world.store.put('payment_methods', {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null, ...billing },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: 12,
      exp_year: expiry,
      fingerprint: `fp${card.number.slice(-10)}`,
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.clock.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  });
}

export function attachCard(world: World, method: PaymentMethod, customer: string): PaymentMethod {
  const attached = change(world, 'payment_methods', method, { customer });
  emit(world, 'payment_method.attached', attached);
  return attached;
}

/** Makes a card the default of a customer. */
export function makeDefault(world: World, customerId: string, paymentMethod: string | null): void {
  const customer = get(world, 'customers', customerId, 'customer');
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: paymentMethod };
  change(world, 'customers', customer, { invoice_settings }, 'customer.updated');
}

export function detachCard(world: World, method: PaymentMethod): PaymentMethod {
  const { customer } = method;
  const detached = change(world, 'payment_methods', method, { customer: null });
  emit(world, 'payment_method.detached', detached, { customer });
  if (customer === null) return detached;
  const owner = world.store.find('customers', customer);
  if (owner?.invoice_settings.default_payment_method === method.id) makeDefault(world, customer, null);
  for (const subscription of world.store.list('subscriptions')) {
    if (subscription.default_payment_method !== method.id) continue;
    change(
      world,
      'subscriptions',
      subscription,
      { default_payment_method: null },
      'customer.subscription.updated',
    );
  }
  return detached;
}

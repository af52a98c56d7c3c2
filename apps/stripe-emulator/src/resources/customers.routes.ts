import type { Stripe } from 'stripe';
import { z } from 'zod';
import { endSubscription } from '../billing/settle.ts';
import type { Customer } from '../core/collections.ts';
import { change, emit } from '../core/events.ts';
import { get, type World } from '../core/world.ts';
import {
  clearableMetadata,
  clearableText,
  integer,
  isInRange,
  mergeMetadata,
  paramsOf,
  range,
  text,
} from '../http/params.ts';
import { listRoute, type Route, route } from '../http/route.ts';
import { createCustomer } from '../objects/customers.object.ts';
import { attachCard, detachCard } from '../objects/payment-methods.object.ts';
import { resolveCard } from './payment-methods.routes.ts';

const fields = {
  balance: integer.optional(),
  description: clearableText.optional(),
  email: clearableText.optional(),
  invoice_prefix: text.optional(),
  invoice_settings: z.strictObject({ default_payment_method: clearableText.optional() }).optional(),
  metadata: clearableMetadata.optional(),
  name: clearableText.optional(),
  phone: clearableText.optional(),
  preferred_locales: z.array(text).optional(),
};
const createParams = paramsOf<Stripe.CustomerCreateParams>()({ ...fields, payment_method: text.optional() });
const updateParams = paramsOf<Stripe.CustomerUpdateParams>()(fields);
const listParams = paramsOf<Stripe.CustomerListParams>()({
  email: text.optional(),
  created: range.optional(),
});

function changesOf(
  world: World,
  { metadata, invoice_settings, ...rest }: z.output<typeof updateParams>,
  before: Pick<Customer, 'metadata' | 'invoice_settings'>,
): Partial<Customer> {
  const card = invoice_settings?.default_payment_method;
  if (card) get(world, 'payment_methods', card, 'invoice_settings[default_payment_method]');
  const settings = {
    ...before.invoice_settings,
    ...(card !== undefined && { default_payment_method: card }),
  };
  return { ...rest, metadata: mergeMetadata(before.metadata, metadata), invoice_settings: settings };
}

const NEW: Pick<Customer, 'metadata' | 'invoice_settings'> = {
  metadata: {},
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
};

/** Deletes a customer as Stripe does: cancels the subscriptions at once and detaches the cards. */
function deleteCustomer(world: World, id: string): object {
  const deleted = world.store.find('deleted_customers', id);
  if (deleted) return deleted;
  const customer = get(world, 'customers', id);
  for (const subscription of world.store.list('subscriptions')) {
    const isOver = subscription.status === 'canceled' || subscription.status === 'incomplete_expired';
    if (subscription.customer === id && !isOver) endSubscription(world, subscription.id, null);
  }
  for (const method of world.store.list('payment_methods')) {
    if (method.customer === id) detachCard(world, method);
  }
  emit(world, 'customer.deleted', world.store.find('customers', id) ?? customer);
  world.store.remove('customers', id);
  return world.store.put('deleted_customers', { id, object: 'customer', deleted: true });
}

export const customerRoutes: Route[] = [
  route('POST', '/v1/customers', createParams, (world, { payment_method, ...params }) => {
    const customer = createCustomer(world, changesOf(world, params, NEW));
    if (payment_method) attachCard(world, resolveCard(world, payment_method, 'payment_method'), customer.id);
    return customer;
  }),
  route('GET', '/v1/customers/:id', z.strictObject({}), (world, _params, id) => {
    return world.store.find('deleted_customers', id) ?? get(world, 'customers', id);
  }),
  route('POST', '/v1/customers/:id', updateParams, (world, params, id) => {
    const customer = get(world, 'customers', id);
    return change(world, 'customers', customer, changesOf(world, params, customer), 'customer.updated');
  }),
  route('DELETE', '/v1/customers/:id', z.strictObject({}), (world, _params, id) => deleteCustomer(world, id)),
  listRoute('/v1/customers', 'customers', listParams, (customer, { email, created }) => {
    return (email === undefined || customer.email === email) && isInRange(customer.created, created);
  }),
];

import type { Collections } from '../core/collections.ts';
import { invalid } from '../core/errors.ts';
import type { World } from '../core/world.ts';
import { listOf } from './page.ts';

type Node = Record<string, unknown>;

/** The collection that the id in a field refers to, by field name. */
const REFERENCES: Record<string, keyof Collections> = {
  charge: 'charges',
  customer: 'customers',
  default_payment_method: 'payment_methods',
  default_price: 'prices',
  invoice: 'invoices',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'payment_intents',
  payment_method: 'payment_methods',
  pending_setup_intent: 'setup_intents',
  price: 'prices',
  product: 'products',
  setup_intent: 'setup_intents',
  subscription: 'subscriptions',
};

const LIVE = new Set(['active', 'past_due', 'trialing', 'unpaid', 'incomplete', 'paused']);

/** Fields that Stripe sends only when they are expanded, as `object.field`. */
const INCLUDABLE: Record<string, (world: World, id: string) => unknown> = {
  'checkout.session.line_items': ({ store }, id) =>
    listOf(store.find('session_notes', id)?.line_items ?? [], `/v1/checkout/sessions/${id}/line_items`),
  'customer.subscriptions': ({ store }, id) =>
    listOf(
      store.list('subscriptions').filter(({ customer, status }) => customer === id && LIVE.has(status)),
      `/v1/customers/${id}/subscriptions`,
    ),
  'invoice.payments': ({ store }, id) =>
    listOf(
      store.list('invoice_payments').filter(({ invoice }) => invoice === id),
      `/v1/invoice_payments?invoice=${id}`,
    ),
  'invoice.confirmation_secret': ({ store }, id) => {
    const link = store.list('invoice_payments').find(({ invoice }) => invoice === id);
    const intent = store.find('payment_intents', link?.payment.payment_intent ?? '');
    return intent?.client_secret ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
  },
  'charge.refunds': ({ store }, id) =>
    listOf(
      store.list('refunds').filter(({ charge }) => charge === id),
      `/v1/charges/${id}/refunds`,
    ),
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function expanded(world: World, node: Node, field: string, path: string): unknown {
  const include = INCLUDABLE[`${String(node.object)}.${field}`];
  if (include) return node[field] ?? include(world, String(node.id));
  const value = node[field];
  const collection = REFERENCES[field];
  if (typeof value === 'object' && (value !== null || collection)) return value;
  if (!collection || typeof value !== 'string') {
    throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  const deleted = collection === 'customers' ? world.store.find('deleted_customers', value) : undefined;
  return world.store.find(collection, value) ?? deleted ?? value;
}

function expandPath(world: World, value: unknown, fields: string[], path: string): unknown {
  const [field, ...rest] = fields;
  if (field === undefined || value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => expandPath(world, item, fields, path));
  if (!isNode(value)) throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
  const child = field === 'data' ? value.data : expanded(world, value, field, path);
  return { ...value, [field]: expandPath(world, child, rest, path) };
}

/** Copies `object` and replaces the ids at `paths` with the objects that have these ids. */
export function expand(world: World, object: object, paths: string[]): unknown {
  return paths.reduce<unknown>((result, path) => {
    const fields = path.split('.');
    // Paths of a list call start with `data`, which Stripe does not count as a level.
    if (fields.filter((field) => field !== 'data').length > 4) {
      throw invalid('You cannot expand more than 4 levels of a property.', { param: 'expand' });
    }
    return expandPath(world, result, fields, path);
  }, object);
}

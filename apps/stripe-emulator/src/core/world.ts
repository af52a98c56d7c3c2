import type { Clock } from './clock.ts';
import type { Collections } from './collections.ts';
import { missing } from './errors.ts';
import type { Store } from './store.ts';

/** Effect of the last failed retry of a renewal on its subscription. */
export type AfterRetries = 'cancel' | 'mark_unpaid' | 'leave_past_due';

export interface Rules {
  /** Days between the first attempt to charge a renewal and each retry. */
  retryDays: readonly number[];
  afterRetries: AfterRetries;
}

/** The context that one API call passes to resources and billing. */
export interface World {
  store: Store;
  clock: Clock;
  rules: Rules;
  /** Scheme, host and port in the addresses of hosted pages. */
  origin: () => string;
  /** The API call that an event names as its cause. The fields are null outside of API calls. */
  request: { id: string | null; idempotency_key: string | null };
}

const KINDS: Partial<Record<keyof Collections, string>> = {
  customers: 'customer',
  products: 'product',
  prices: 'price',
  sessions: 'checkout.session',
  subscriptions: 'subscription',
  invoices: 'invoice',
  payment_intents: 'payment_intent',
  setup_intents: 'setupintent',
  charges: 'charge',
  payment_methods: 'PaymentMethod',
  refunds: 'refund',
  disputes: 'dispute',
  events: 'event',
  webhook_endpoints: 'webhook endpoint',
};

/** Returns the object. Throws Stripe's `resource_missing` error for `param` when the object does not exist. */
export function get<Name extends keyof Collections>(
  world: World,
  name: Name,
  id: string,
  param = 'id',
): Collections[Name] {
  const object = world.store.find(name, id);
  if (!object) throw missing(KINDS[name] ?? name, id, param);
  return object;
}

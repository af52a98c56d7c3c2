import type { Emulator } from '../emulator.ts';

/** Returns what one customer has, newest first. The whole state grows by several objects with each payment. */
export function stateOfCustomer({ store }: Emulator, id: string): object {
  const isTheirs = ({ customer }: { customer: string | null }): boolean => customer === id;
  return {
    sessions: store.list('sessions').filter(isTheirs),
    subscriptions: store.list('subscriptions').filter(isTheirs),
    invoices: store.list('invoices').filter(isTheirs),
    charges: store.list('charges').filter(isTheirs),
  };
}

/** Returns the reply of the control call `state`: clock, modes and Stripe objects, newest first. */
export function stateOf({ store, clock, faults }: Emulator): object {
  return {
    now: clock.now(),
    webhook_mode: store.settings.webhook_mode,
    fault: faults.mode,
    customers: store.list('customers'),
    products: store.list('products'),
    prices: store.list('prices'),
    sessions: store.list('sessions'),
    subscriptions: store.list('subscriptions'),
    invoices: store.list('invoices'),
    payment_intents: store.list('payment_intents'),
    payment_methods: store.list('payment_methods'),
    charges: store.list('charges'),
    refunds: store.list('refunds'),
    disputes: store.list('disputes'),
    webhook_endpoints: store.list('webhook_endpoints'),
    events: store.list('events'),
  };
}

import type { Invoice, Price, Subscription, SubscriptionItem } from '../core/collections.ts';
import { invalid } from '../core/errors.ts';
import { change, emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { intervalOf, sameInterval } from '../core/periods.ts';
import { get, type World } from '../core/world.ts';
import { newItem, newSubscription } from '../objects/subscriptions.object.ts';
import { createInvoice, nameOfProduct } from './invoices.ts';
import { periodLine, trialLine, withPeriod } from './proration.ts';

export interface NewSubscription {
  customer: string;
  items: { price: Price; quantity: number; metadata?: Record<string, string> }[];
  trialEnd: number | null;
  fields: Partial<Subscription>;
}

/** Checks Stripe's rules for the items of one subscription. */
export function checkItems(items: { price: Price }[]): void {
  const [first] = items;
  if (!first) throw invalid('A subscription needs at least one item.', { param: 'items' });
  for (const { price } of items) {
    if (!price.recurring) {
      const message = `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`;
      throw invalid(message, { param: 'items[0][price]' });
    }
    if (!price.active) throw invalid('The price specified is inactive.', { param: 'items[0][price]' });
    if (
      price.currency !== first.price.currency ||
      !sameInterval(intervalOf(price), intervalOf(first.price))
    ) {
      throw invalid('All prices of a subscription must have the same currency and interval.', {
        param: 'items',
      });
    }
  }
}

export const itemsOf = (subscription: Subscription): SubscriptionItem[] => subscription.items.data;

/** Creates the draft invoice for the current period of the items. */
export function invoiceForPeriod(
  world: World,
  subscription: Subscription,
  reason: string,
  extra: Parameters<typeof createInvoice>[1]['lines'] = [],
): Invoice {
  const nameOf = nameOfProduct(world);
  const isTrial = subscription.status === 'trialing';
  const lines = itemsOf(subscription).map((item) =>
    isTrial ? trialLine(item, nameOf) : periodLine(item, nameOf),
  );
  const invoice = createInvoice(world, {
    customer: subscription.customer,
    subscription: { id: subscription.id, metadata: subscription.metadata },
    currency: subscription.currency,
    lines: [...extra, ...lines],
    reason,
  });
  const current = get(world, 'subscriptions', subscription.id);
  change(world, 'subscriptions', current, { latest_invoice: invoice.id }, 'customer.subscription.updated');
  return invoice;
}

/**
 * Creates a subscription and its first invoice as a draft. Without a trial the subscription is `incomplete`
 * until the invoice is paid.
 */
export function createSubscription(
  world: World,
  input: NewSubscription,
): { subscription: Subscription; invoice: Invoice } {
  checkItems(input.items);
  const now = world.clock.now();
  const id = newId('sub_1', 23);
  const items = input.items.map((item) => newItem(world, id, item));
  const { trialEnd } = input;
  const timed =
    trialEnd === null
      ? withPeriod(items, now, now)
      : items.map((item) => ({ ...item, current_period_end: trialEnd }));
  const draft = newSubscription(
    world,
    {
      ...input.fields,
      id,
      customer: input.customer,
      currency: items[0]?.price.currency ?? 'usd',
      billing_cycle_anchor: trialEnd ?? now,
      status: trialEnd === null ? 'incomplete' : 'trialing',
      trial_start: trialEnd === null ? null : now,
      trial_end: trialEnd,
    },
    timed,
  );
  world.store.put('subscriptions', draft);
  world.store.put('subscription_notes', { id, reminded_for: null, pending: null });
  const nameOf = nameOfProduct(world);
  const line = trialEnd === null ? periodLine : trialLine;
  const invoice = createInvoice(world, {
    customer: input.customer,
    subscription: { id, metadata: draft.metadata },
    currency: draft.currency,
    lines: timed.map((item) => line(item, nameOf)),
    reason: 'subscription_create',
  });
  const subscription = { ...draft, latest_invoice: invoice.id };
  world.store.put('subscriptions', subscription);
  emit(world, 'customer.subscription.created', subscription);
  return { subscription, invoice };
}

import type { InvoiceItem } from '../core/collections.ts';
import { emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { get, type World } from '../core/world.ts';
import type { LineDraft } from './proration.ts';

/** Stores proration lines as pending items for the next invoice of the subscription. */
export function keepForNextInvoice(
  world: World,
  customer: string,
  subscription: string,
  lines: LineDraft[],
): void {
  for (const line of lines) {
    const item: InvoiceItem = {
      id: newId('ii_1', 23),
      object: 'invoiceitem',
      amount: line.amount,
      currency: line.currency,
      customer,
      customer_account: null,
      date: world.clock.now(),
      description: line.description,
      discountable: false,
      discounts: [],
      invoice: null,
      livemode: false,
      metadata: {},
      parent: {
        subscription_details: { subscription, subscription_item: line.subscription_item ?? undefined },
        type: 'subscription_details',
      },
      period: line.period,
      pricing: {
        price_details: { price: line.price.id, product: line.price.product },
        type: 'price_details',
        unit_amount_decimal: line.price.unit_amount_decimal,
      },
      proration: line.proration,
      quantity: line.quantity,
      quantity_decimal: String(line.quantity),
      tax_rates: [],
      test_clock: null,
    };
    world.store.put('invoice_items', item);
    emit(world, 'invoiceitem.created', item);
  }
}

const pendingOf = (world: World, subscription: string): InvoiceItem[] =>
  world.store
    .list('invoice_items')
    .filter(
      (item) => item.invoice === null && item.parent?.subscription_details?.subscription === subscription,
    )
    .toReversed();

/** Returns the pending lines for the next invoice of a subscription, oldest first. */
export const pendingLines = (world: World, subscription: string): LineDraft[] =>
  pendingOf(world, subscription).map((item) => ({
    amount: item.amount,
    currency: item.currency,
    description: item.description ?? '',
    period: item.period,
    price: get(world, 'prices', item.pricing?.price_details?.price ?? '', 'price'),
    quantity: item.quantity,
    proration: item.proration,
    subscription_item: item.parent?.subscription_details?.subscription_item ?? null,
    invoice_item: item.id,
  }));

export function assignPending(world: World, subscription: string, invoice: string): void {
  for (const item of pendingOf(world, subscription)) world.store.put('invoice_items', { ...item, invoice });
}

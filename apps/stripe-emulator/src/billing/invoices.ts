import type { Invoice, InvoicePayment } from '../core/collections.ts';
import { change, emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { get, type World } from '../core/world.ts';
import { amountsOf, buildInvoice, type InvoiceDraft } from '../objects/invoices.object.ts';
import { createPaymentIntent } from '../objects/payment-intents.object.ts';
import type { NameOf } from './proration.ts';

export const nameOfProduct =
  (world: World): NameOf =>
  (price) =>
    price.nickname ?? world.store.find('products', price.product)?.name ?? price.product;

export function createInvoice(world: World, draft: InvoiceDraft): Invoice {
  const invoice = buildInvoice(world, draft);
  world.store.put('invoices', invoice);
  emit(world, 'invoice.created', invoice);
  return invoice;
}

export const subscriptionOf = (invoice: Invoice): string | null =>
  invoice.parent?.subscription_details?.subscription ?? null;

const intentFor = (world: World, invoice: Invoice) =>
  createPaymentIntent(world, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description: subscriptionOf(invoice) ? 'Subscription payment' : invoice.description,
    setup_future_usage: 'off_session',
  });

/**
 * Numbers the invoice and applies the customer's balance. Creates a payment intent unless `payment` names an
 * existing payment intent.
 */
export function finalizeInvoice(world: World, id: string, payment?: string | null): Invoice {
  const draft = get(world, 'invoices', id);
  const customer = get(world, 'customers', draft.customer ?? '', 'customer');
  const { due, endingBalance } = amountsOf(draft.lines.data, customer.balance);
  const sequence = customer.next_invoice_sequence ?? 1;
  const numbered = change(world, 'customers', customer, { next_invoice_sequence: sequence + 1 });
  const changes = { balance: endingBalance, currency: draft.currency };
  change(world, 'customers', numbered, changes, 'customer.updated');
  const now = world.clock.now();
  const open = change(world, 'invoices', draft, {
    amount_due: due,
    amount_remaining: due,
    effective_at: now,
    ending_balance: endingBalance,
    hosted_invoice_url: `${world.origin()}/i/${id}`,
    invoice_pdf: `${world.origin()}/i/${id}`,
    number: `${customer.invoice_prefix ?? 'INV'}-${String(sequence).padStart(4, '0')}`,
    starting_balance: customer.balance,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  });
  emit(world, 'invoice.finalized', open);
  if (due === 0) return markPaid(world, open);
  world.store.put('invoice_payments', {
    id: newId('inpay_1', 23),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: due,
    created: now,
    currency: draft.currency,
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: payment ?? intentFor(world, open).id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  return open;
}

export const paymentOf = (world: World, invoice: string): InvoicePayment | undefined =>
  world.store.list('invoice_payments').find((payment) => payment.invoice === invoice && payment.is_default);

export function markPaid(world: World, invoice: Invoice): Invoice {
  const now = world.clock.now();
  const payment = paymentOf(world, invoice.id);
  const paid = change(world, 'invoices', invoice, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  emit(world, 'invoice.paid', paid);
  emit(world, 'invoice.payment_succeeded', paid);
  if (payment) {
    const settled = change(world, 'invoice_payments', payment, {
      amount_paid: paid.amount_paid,
      status: 'paid',
      status_transitions: { ...payment.status_transitions, paid_at: now },
    });
    emit(world, 'invoice_payment.paid', settled);
  }
  return paid;
}

/** Ends an open invoice without payment: `void` or `uncollectible`. */
export function closeInvoice(world: World, invoice: Invoice, status: 'void' | 'uncollectible'): Invoice {
  const now = world.clock.now();
  const key = status === 'void' ? 'voided_at' : 'marked_uncollectible_at';
  const closed = change(world, 'invoices', invoice, {
    status,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, [key]: now },
  });
  emit(world, status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', closed);
  const intent = world.store.find(
    'payment_intents',
    paymentOf(world, invoice.id)?.payment.payment_intent ?? '',
  );
  if (status === 'void' && intent && intent.status !== 'succeeded') {
    const canceled = change(world, 'payment_intents', intent, {
      status: 'canceled',
      canceled_at: now,
      cancellation_reason: 'void_invoice',
      next_action: null,
    });
    emit(world, 'payment_intent.canceled', canceled);
  }
  return closed;
}

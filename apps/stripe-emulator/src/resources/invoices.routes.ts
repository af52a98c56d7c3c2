import type { Stripe } from 'stripe';
import { z } from 'zod';
import { closeInvoice, finalizeInvoice, markPaid, subscriptionOf } from '../billing/invoices.ts';
import { dropPendingUpdate, payAndSettle } from '../billing/settle.ts';
import type { Invoice } from '../core/collections.ts';
import { invalid, StripeFault } from '../core/errors.ts';
import { change } from '../core/events.ts';
import { get, type World } from '../core/world.ts';
import { page, listParams as splitCursor } from '../http/page.ts';
import {
  clearableMetadata,
  clearableText,
  flag,
  isInRange,
  mergeMetadata,
  paramsOf,
  range,
  text,
} from '../http/params.ts';
import { listRoute, type Route, route } from '../http/route.ts';
import { createPreview, previewParams } from './invoices.preview.ts';
import { resolveCard } from './payment-methods.routes.ts';

const none = z.strictObject({});
const listParams = paramsOf<Stripe.InvoiceListParams>()({
  created: range.optional(),
  customer: text.optional(),
  status: text.optional(),
  subscription: text.optional(),
});
const payParams = paramsOf<Stripe.InvoicePayParams>()({
  off_session: flag.optional(),
  paid_out_of_band: flag.optional(),
  payment_method: text.optional(),
});
const updateParams = paramsOf<Stripe.InvoiceUpdateParams>()({
  auto_advance: flag.optional(),
  description: clearableText.optional(),
  metadata: clearableMetadata.optional(),
});

function openInvoice(world: World, id: string): Invoice {
  const invoice = get(world, 'invoices', id);
  if (invoice.status === 'draft') return finalizeInvoice(world, id);
  if (invoice.status === 'paid') throw invalid('Invoice is already paid');
  if (invoice.status !== 'open')
    throw invalid(`This invoice can't be paid because its status is ${invoice.status}.`);
  return invoice;
}

/** Handles POST /v1/invoices/:id/pay. Throws error 402 for a declined card; the failed attempt stays stored. */
function pay(world: World, params: z.output<typeof payParams>, id: string): Invoice {
  const invoice = openInvoice(world, id);
  if (params.paid_out_of_band) markPaid(world, invoice);
  const card = params.payment_method ? resolveCard(world, params.payment_method, 'payment_method').id : null;
  const outcome = payAndSettle(world, id, {
    offSession: params.off_session ?? true,
    authenticated: false,
    retries: invoice.next_payment_attempt !== null,
    paymentMethod: card,
  });
  if (outcome.kind === 'succeeded') return get(world, 'invoices', id);
  if (outcome.kind === 'requires_action') {
    const details = { code: 'invoice_payment_intent_requires_action' };
    throw new StripeFault(
      402,
      'card_error',
      'Payment for this invoice requires additional user action.',
      details,
      true,
    );
  }
  const details = { code: 'card_declined', decline_code: outcome.declineCode };
  throw new StripeFault(402, 'card_error', outcome.message, details, true);
}

export const invoiceRoutes: Route[] = [
  route('POST', '/v1/invoices/create_preview', previewParams, createPreview),
  route('GET', '/v1/invoices/:id', none, (world, _params, id) => get(world, 'invoices', id)),
  route('POST', '/v1/invoices/:id', updateParams, (world, { metadata, ...rest }, id) => {
    const invoice = get(world, 'invoices', id);
    const changes = { ...rest, metadata: mergeMetadata(invoice.metadata, metadata) };
    return change(world, 'invoices', invoice, changes, 'invoice.updated');
  }),
  route('POST', '/v1/invoices/:id/pay', payParams, pay),
  route('POST', '/v1/invoices/:id/finalize', none, (world, _params, id) => {
    if (get(world, 'invoices', id).status === 'draft') return finalizeInvoice(world, id);
    throw invalid("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
  }),
  route('POST', '/v1/invoices/:id/void', none, (world, _params, id) => close(world, id, 'void')),
  route('POST', '/v1/invoices/:id/mark_uncollectible', none, (world, _params, id) =>
    close(world, id, 'uncollectible'),
  ),
  {
    method: 'GET',
    path: '/v1/invoices/:id/lines',
    run: (world, input, id) =>
      page(get(world, 'invoices', id).lines.data, `/v1/invoices/${id}/lines`, splitCursor(input).cursor),
  },
  listRoute('/v1/invoices', 'invoices', listParams, (invoice, params) => {
    const { created, customer, status, subscription } = params;
    return (
      (customer === undefined || invoice.customer === customer) &&
      (status === undefined || invoice.status === status) &&
      (subscription === undefined || subscriptionOf(invoice) === subscription) &&
      isInRange(invoice.created, created)
    );
  }),
  listRoute(
    '/v1/invoice_payments',
    'invoice_payments',
    paramsOf<Stripe.InvoicePaymentListParams>()({
      invoice: text.optional(),
      payment: z
        .strictObject({ payment_intent: text.optional(), type: z.literal('payment_intent') })
        .optional(),
      status: text.optional(),
    }),
    (link, { invoice, payment, status }) =>
      (invoice === undefined || link.invoice === invoice) &&
      (payment?.payment_intent === undefined || link.payment.payment_intent === payment.payment_intent) &&
      (status === undefined || link.status === status),
  ),
  listRoute(
    '/v1/invoiceitems',
    'invoice_items',
    paramsOf<Stripe.InvoiceItemListParams>()({
      customer: text.optional(),
      invoice: text.optional(),
      pending: flag.optional(),
    }),
    (item, { customer, invoice, pending }) =>
      (customer === undefined || item.customer === customer) &&
      (invoice === undefined || item.invoice === invoice) &&
      (pending === undefined || (item.invoice === null) === pending),
  ),
];

function close(world: World, id: string, status: 'void' | 'uncollectible'): Invoice {
  const invoice = get(world, 'invoices', id);
  if (invoice.status === 'open') {
    const closed = closeInvoice(world, invoice, status);
    const subscription = subscriptionOf(invoice) ?? '';
    const note = world.store.find('subscription_notes', subscription);
    if (note?.pending?.invoice === id) dropPendingUpdate(world, subscription);
    return closed;
  }
  throw invalid("You can only pass in open invoices. This invoice isn't open.");
}

import type { Stripe } from 'stripe';
import type { Caller } from './call.ts';
import { idOf } from './ids.ts';
import { listAll } from './lists.ts';

/** An invoice that Stripe could not collect. */
export interface OpenInvoice {
  id: string;
  /** In cents. */
  amountDue: number;
  currency: string;
  /** The page at Stripe on which the member pays. */
  url: string | null;
}

export interface Debt extends OpenInvoice {
  /** A card that the member gave after the last attempt to charge, so that nobody has tried it. */
  newCard: string | null;
}

const listOpen = (call: Caller, subscription: string): Promise<Stripe.Invoice[]> =>
  listAll(call, (stripe, cursor, options) =>
    stripe.invoices.list({ subscription, status: 'open', expand: ['data.payments'], ...cursor }, options),
  );

const toOpenInvoice = (invoice: Stripe.Invoice): OpenInvoice => ({
  id: invoice.id,
  amountDue: invoice.amount_remaining,
  currency: invoice.currency,
  url: invoice.hosted_invoice_url ?? null,
});

/** Returns the oldest open invoice of the subscription. */
export async function findOpenInvoice(call: Caller, subscription: string): Promise<OpenInvoice | null> {
  const oldest = (await listOpen(call, subscription)).at(-1);
  return oldest ? toOpenInvoice(oldest) : null;
}

/** Returns the newest of these cards unless it was tried already. */
async function findNewCard(
  call: Caller,
  invoice: Stripe.Invoice,
  cards: readonly Stripe.PaymentMethod[],
): Promise<string | null> {
  const newest = cards.toSorted((one, other) => other.created - one.created)[0];
  const payment = invoice.payments?.data.find(({ is_default }) => is_default)?.payment;
  const id = idOf(payment?.payment_intent);
  if (!newest || id === null) return null;
  const params = { expand: ['latest_charge'] };
  const intent = await call((stripe, options) => stripe.paymentIntents.retrieve(id, params, options));
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const tried = [idOf(intent.payment_method), charge?.payment_method ?? null];
  const isNew = newest.created > (charge?.created ?? invoice.created) && !tried.includes(newest.id);
  return isNew ? newest.id : null;
}

/**
 * Reads the open invoices of a subscription, oldest first.
 * @param cardIds the default cards of subscription and customer
 */
export async function readDebts(
  call: Caller,
  subscription: string,
  cardIds: readonly string[],
): Promise<Debt[]> {
  const cards = await Promise.all(
    [...new Set(cardIds)].map((id) =>
      call((stripe, options) => stripe.paymentMethods.retrieve(id, {}, options)),
    ),
  );
  const debts: Debt[] = [];
  for (const invoice of (await listOpen(call, subscription)).toReversed())
    debts.push({ ...toOpenInvoice(invoice), newCard: await findNewCard(call, invoice, cards) });
  return debts;
}

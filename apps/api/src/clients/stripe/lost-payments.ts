import type { Stripe } from 'stripe';
import type { Caller } from './call.ts';
import { idOf } from './ids.ts';
import { listAll } from './lists.ts';

/**
 * Returns the payment intents with a full refund or a lost dispute. Ignores partial refunds and open
 * disputes.
 */
export async function findLostPayments(
  call: Caller,
  charges: readonly Stripe.Charge[],
): Promise<Set<string>> {
  const lost = new Set<string>();
  for (const charge of charges) {
    const intent = idOf(charge.payment_intent);
    if (intent === null || !(charge.refunded || charge.disputed)) continue;
    const disputes = charge.refunded
      ? []
      : await listAll(call, (stripe, cursor, options) =>
          stripe.disputes.list({ charge: charge.id, ...cursor }, options),
        );
    if (charge.refunded || disputes.some(({ status }) => status === 'lost')) lost.add(intent);
  }
  return lost;
}

const usesCredit = ({ starting_balance, lines }: Stripe.Invoice): boolean =>
  starting_balance < 0 || lines.data.some(({ amount }) => amount < 0);

/**
 * Returns whether lost money paid the first of these invoices, which begin with the newest. An invoice that was paid
 * with a credit was paid with the money of the invoice before it, which may again be a credit. So a year that was
 * exchanged for a month and back still hangs on the first payment.
 */
function isPaidByLost(invoices: readonly Stripe.Invoice[], lost: ReadonlySet<string>): boolean {
  for (const invoice of invoices) {
    const payments = invoice.payments?.data ?? [];
    if (payments.some(({ payment }) => lost.has(idOf(payment.payment_intent) ?? ''))) return true;
    if (invoice.amount_paid > 0 && !usesCredit(invoice)) return false;
  }
  return false;
}

const subscriptionOf = ({ parent }: Stripe.Invoice): string =>
  idOf(parent?.subscription_details?.subscription) ?? '';

export interface Losses {
  /** Subscriptions whose running period lost money has paid for. */
  subscriptions: ReadonlySet<string>;
  /** Whether the customer's credit is the rest of lost money. */
  isCreditLost: boolean;
}

/** Finds out what lost money has paid for, among the given subscriptions of the customer. */
export async function findLosses(
  call: Caller,
  customer: string,
  subscriptions: ReadonlySet<string>,
  lost: ReadonlySet<string>,
): Promise<Losses> {
  if (lost.size === 0) return { subscriptions: new Set(), isCreditLost: false };
  const all = await listAll(call, (stripe, cursor, options) =>
    stripe.invoices.list({ customer, status: 'paid', expand: ['data.payments'], ...cursor }, options),
  );
  // Invoices of passes and of other subscriptions take no part, because our switches create the credit.
  const invoices = all.filter((invoice) => subscriptions.has(subscriptionOf(invoice)));
  const since = (index: number): Stripe.Invoice[] => (index < 0 ? [] : invoices.slice(index));
  const hit = [...subscriptions].filter((id) =>
    isPaidByLost(since(invoices.findIndex((invoice) => subscriptionOf(invoice) === id)), lost),
  );
  const source = invoices.findIndex(({ ending_balance }) => (ending_balance ?? 0) >= 0);
  return { subscriptions: new Set(hit), isCreditLost: isPaidByLost(since(source), lost) };
}

import type { Stripe } from 'stripe';
import { type Caller, isMissing } from './call.ts';
import { findOpenInvoice } from './debts.ts';
import { readCustomer, type Sold } from './facts.ts';
import { listAll } from './lists.ts';

export interface Invoice {
  id: string;
  number: string | null;
  createdAt: Date;
  amountPaid: number;
  currency: string;
  status: string;
  url: string | null;
}

interface Portal {
  customerId: string;
  returnUrl: string;
  updatesCard: boolean;
}

const toInvoice = (invoice: Stripe.Invoice): Invoice => ({
  id: invoice.id,
  number: invoice.number,
  createdAt: new Date(invoice.created * 1_000),
  amountPaid: invoice.amount_paid,
  currency: invoice.currency,
  status: invoice.status ?? 'open',
  url: invoice.hosted_invoice_url ?? null,
});

/** Creates, reads, changes and deletes customers, opens the billing portal and lists invoices. */
export const customerCalls = (call: Caller) => ({
  createCustomer: async (customer: { key: string; userId: number; email: string }): Promise<string> => {
    const { key, userId, email } = customer;
    const params = { email, metadata: { user_id: String(userId) } };
    return (
      await call((stripe, options) => stripe.customers.create(params, { ...options, idempotencyKey: key }))
    ).id;
  },

  readCustomer: (customerId: string, sold: Sold) => readCustomer(call, customerId, sold),

  /** Takes the customer's credit back. */
  async clearCredit(customerId: string): Promise<void> {
    await call((stripe, options) => stripe.customers.update(customerId, { balance: 0 }, options));
  },

  async setEmail(customerId: string, email: string): Promise<void> {
    await call((stripe, options) => stripe.customers.update(customerId, { email }, options));
  },

  /**
   * Ends the customer's subscriptions and erases the customer's personal data at Stripe. A repeated call
   * changes nothing.
   */
  async deleteCustomer(customerId: string): Promise<void> {
    try {
      await call((stripe, options) => stripe.customers.del(customerId, {}, options));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  },

  async openPortal({ customerId, returnUrl, updatesCard }: Portal): Promise<string> {
    const params: Stripe.BillingPortal.SessionCreateParams = {
      customer: customerId,
      return_url: returnUrl,
      ...(updatesCard && {
        flow_data: {
          type: 'payment_method_update',
          after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
        },
      }),
    };
    return (await call((stripe, options) => stripe.billingPortal.sessions.create(params, options))).url;
  },

  /** Returns the paid invoices, newest first. Leaves out invoices of a trial, which have no amount. */
  async listInvoices(customer: string): Promise<Invoice[]> {
    const paid = await listAll(call, (stripe, cursor, options) =>
      stripe.invoices.list({ customer, status: 'paid', ...cursor }, options),
    );
    return paid.filter(({ amount_paid }) => amount_paid > 0).map(toInvoice);
  },

  findOpenInvoice: (subscriptionId: string) => findOpenInvoice(call, subscriptionId),

  /** Pays an open invoice. A repeated call with the same card gets the same answer. */
  async payInvoice(invoiceId: string, card: string): Promise<void> {
    const idempotencyKey = `pay-${invoiceId}-${card}`;
    await call((stripe, options) =>
      stripe.invoices.pay(invoiceId, { payment_method: card }, { ...options, idempotencyKey }),
    );
  },

  /** Makes an open invoice unpayable, and with it the change that waits for its payment. */
  async voidInvoice(invoiceId: string): Promise<void> {
    await call((stripe, options) => stripe.invoices.voidInvoice(invoiceId, {}, options));
  },
});

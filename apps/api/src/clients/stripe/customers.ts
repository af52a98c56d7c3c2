import type { Stripe } from 'stripe';
import { type Caller, isMissing } from './call.ts';
import { readCustomer } from './facts.ts';

const INVOICES_MAX = 100;

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

  readCustomer: (customerId: string) => readCustomer(call, customerId),

  /** Returns what Stripe owes the customer, in cents. Negative when the customer owes. */
  async readCredit(customerId: string): Promise<number> {
    const customer = await call((stripe, options) => stripe.customers.retrieve(customerId, {}, options));
    // Stripe stores the customer's debt.
    return customer.deleted ? 0 : -customer.balance;
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

  /**
   * Returns the paid invoices among the last 100, newest first. Leaves out invoices of a trial, which have no
   * amount.
   */
  async listInvoices(customer: string): Promise<Invoice[]> {
    const { data } = await call((stripe, options) =>
      stripe.invoices.list({ customer, limit: INVOICES_MAX }, options),
    );
    return data.filter(({ amount_paid }) => amount_paid > 0).map(toInvoice);
  },
});

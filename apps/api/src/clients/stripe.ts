import { Stripe } from 'stripe';
import { z } from 'zod';
import { createCaller, isMissing } from './stripe-call.ts';
import { type CataloguePrice, ensurePrice } from './stripe-catalogue.ts';
import { expireCheckout, type NewCheckout, openCheckout } from './stripe-checkout.ts';
import { readCustomer } from './stripe-facts.ts';
import { isSignedByStripe } from './stripe-signature.ts';

/** Pinned: a later version of the API is a change of this file. */
const API_VERSION = '2026-10-28.endive';
const INVOICES_MAX = 100;

const Reference = z.union([z.string(), z.object({ id: z.string() })]).nullish();
/** The parts of an event's object that lead to its customer, in every version of the API. */
const EventObject = z.object({
  object: z.string(),
  id: z.string().nullish(),
  customer: Reference,
  charge: Reference,
});

const idOf = (reference: z.infer<typeof Reference>): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

export interface Invoice {
  id: string;
  number: string | null;
  createdAt: Date;
  amountPaid: number;
  currency: string;
  status: string;
  url: string | null;
}

/** The calls of one request or job, which share a time budget. */
function createCalls(stripe: Stripe, budgetMs: number) {
  const call = createCaller(budgetMs);
  return {
    /** Reads one product: whether Stripe answers to our key. */
    async check(): Promise<void> {
      await call((options) => stripe.products.list({ limit: 1 }, options));
    },

    createCustomer: async (customer: { key: string; userId: number; email: string }): Promise<string> => {
      const { key, userId, email } = customer;
      const params = { email, metadata: { user_id: String(userId) } };
      return (await call((options) => stripe.customers.create(params, { ...options, idempotencyKey: key })))
        .id;
    },

    async setEmail(customerId: string, email: string): Promise<void> {
      await call((options) => stripe.customers.update(customerId, { email }, options));
    },

    /** Ends its subscriptions at once and erases its personal data at Stripe. A repeat changes nothing. */
    async deleteCustomer(customerId: string): Promise<void> {
      try {
        await call((options) => stripe.customers.del(customerId, {}, options));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },

    readCustomer: (customerId: string) => readCustomer(stripe, call, customerId),
    openCheckout: (checkout: NewCheckout) => openCheckout(stripe, call, checkout),
    expireCheckout: (sessionId: string) => expireCheckout(stripe, call, sessionId),
    ensurePrice: (price: CataloguePrice) => ensurePrice(stripe, call, price),

    /** Charges the difference at once; a declined card changes nothing. Also takes back a cancellation. */
    async switchPrice(subscription: { id: string; itemId: string }, stripePriceId: string): Promise<void> {
      const params: Stripe.SubscriptionUpdateParams = {
        items: [{ id: subscription.itemId, price: stripePriceId }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
        cancel_at_period_end: false,
      };
      await call((options) => stripe.subscriptions.update(subscription.id, params, options));
    },

    async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
      const params = { cancel_at_period_end: true };
      await call((options) => stripe.subscriptions.update(subscriptionId, params, options));
    },

    /** Takes back a cancellation. */
    async resume(subscriptionId: string): Promise<void> {
      const params = { cancel_at_period_end: false };
      await call((options) => stripe.subscriptions.update(subscriptionId, params, options));
    },

    /** A repeat changes nothing. */
    async cancelNow(subscriptionId: string): Promise<void> {
      try {
        await call((options) => stripe.subscriptions.cancel(subscriptionId, {}, options));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },

    async openPortal(portal: {
      customerId: string;
      returnUrl: string;
      updatesCard: boolean;
    }): Promise<string> {
      const { customerId, returnUrl, updatesCard } = portal;
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
      return (await call((options) => stripe.billingPortal.sessions.create(params, options))).url;
    },

    /** The charge that a switch would cause now. */
    async previewSwitch(
      customer: string,
      subscription: { id: string; itemId: string },
      stripePriceId: string,
    ) {
      const invoice = await call((options) =>
        stripe.invoices.createPreview(
          {
            customer,
            subscription: subscription.id,
            subscription_details: {
              items: [{ id: subscription.itemId, price: stripePriceId }],
              proration_behavior: 'always_invoice',
            },
          },
          options,
        ),
      );
      const ends = invoice.lines.data.map(({ period }) => period.end);
      return { amountDue: invoice.amount_due, nextDate: new Date(Math.max(0, ...ends) * 1_000) };
    },

    /** The payments among the last hundred invoices, newest first. Invoices of a trial have no amount. */
    async listInvoices(customer: string): Promise<Invoice[]> {
      const { data } = await call((options) =>
        stripe.invoices.list({ customer, limit: INVOICES_MAX }, options),
      );
      return data
        .filter(({ amount_paid }) => amount_paid > 0)
        .map((invoice) => ({
          id: invoice.id,
          number: invoice.number,
          createdAt: new Date(invoice.created * 1_000),
          amountPaid: invoice.amount_paid,
          currency: invoice.currency,
          status: invoice.status ?? 'open',
          url: invoice.hosted_invoice_url ?? null,
        }));
    },

    /** The customer that an event is about; null when it is about none. */
    async findEventCustomer(eventId: string): Promise<string | null> {
      const event = await call((options) => stripe.events.retrieve(eventId, {}, options));
      const about = EventObject.parse(event.data.object);
      if (about.object === 'customer') return about.id ?? null;
      const charge = idOf(about.charge);
      if (idOf(about.customer) !== null || charge === null) return idOf(about.customer);
      // A dispute names its charge only.
      return idOf((await call((options) => stripe.charges.retrieve(charge, {}, options))).customer);
    },
  };
}

export type StripeCalls = ReturnType<typeof createCalls>;

interface Env {
  STRIPE_SECRET_KEY: string;
  STRIPE_WEBHOOK_SECRET: string;
  STRIPE_API_BASE: string;
}

/** Talks to Stripe or to the stand-in. It connects with the first call. */
export function createStripe(env: Env) {
  const { protocol, hostname, port } = new URL(env.STRIPE_API_BASE);
  const stripe = new Stripe(env.STRIPE_SECRET_KEY, {
    apiVersion: API_VERSION,
    host: hostname,
    ...(port && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return {
    /** Calls that together take at most this long. */
    within: (budgetMs: number): StripeCalls => createCalls(stripe, budgetMs),
    isSigned: (body: Buffer, header: string): boolean =>
      isSignedByStripe(stripe, body, header, env.STRIPE_WEBHOOK_SECRET),
  };
}

export type StripeClient = ReturnType<typeof createStripe>;

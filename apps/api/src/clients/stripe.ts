import { Stripe } from 'stripe';
import { createCaller } from './stripe-call.ts';
import { type CataloguePrice, ensurePrice } from './stripe-catalogue.ts';
import { expireCheckout, type NewCheckout, openCheckout } from './stripe-checkout.ts';
import { customerCalls } from './stripe-customers.ts';
import { findEventCustomer } from './stripe-events.ts';
import { isSignedByStripe } from './stripe-signature.ts';
import { subscriptionCalls } from './stripe-subscriptions.ts';

/** The version of Stripe's API. A newer version takes effect only when this line changes. */
const API_VERSION = '2026-10-28.endive';

/** Creates the calls of one request or job, which share a time budget. */
function createCalls(stripe: Stripe, budgetMs: number) {
  const call = createCaller(budgetMs);
  return {
    ...customerCalls(stripe, call),
    ...subscriptionCalls(stripe, call),

    /** Checks that Stripe accepts the key, by reading one product. */
    async check(): Promise<void> {
      await call((options) => stripe.products.list({ limit: 1 }, options));
    },

    openCheckout: (checkout: NewCheckout) => openCheckout(stripe, call, checkout),
    expireCheckout: (sessionId: string) => expireCheckout(stripe, call, sessionId),
    ensurePrice: (price: CataloguePrice) => ensurePrice(stripe, call, price),
    findEventCustomer: (eventId: string) => findEventCustomer(stripe, call, eventId),
  };
}

export type StripeCalls = ReturnType<typeof createCalls>;

interface Env {
  STRIPE_SECRET_KEY: string;
  STRIPE_WEBHOOK_SECRET: string;
  STRIPE_API_BASE: string;
}

/** Creates the client for Stripe or the stand-in. The first call opens the connection. */
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
    /** Returns calls that share a time budget of `budgetMs`. */
    within: (budgetMs: number): StripeCalls => createCalls(stripe, budgetMs),
    isSigned: (body: Buffer, header: string): boolean =>
      isSignedByStripe(stripe, body, header, env.STRIPE_WEBHOOK_SECRET),
  };
}

export type StripeClient = ReturnType<typeof createStripe>;

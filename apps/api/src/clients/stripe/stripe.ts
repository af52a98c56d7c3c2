import type { Stripe } from 'stripe';
import { once } from '#src/core/once.ts';
import { createCaller } from './call.ts';
import { type CataloguePrice, ensurePrice } from './catalogue.ts';
import { expireCheckout, type NewCheckout, openCheckout, readCheckout } from './checkout.ts';
import { customerCalls } from './customers.ts';
import { findEventCustomer } from './events.ts';
import { isSignedByStripe } from './signature.ts';
import { subscriptionCalls } from './subscriptions.ts';

/** The version of Stripe's API. A newer version takes effect only when this line changes. */
const API_VERSION = '2026-10-28.endive';

/** Creates the calls of one request or job, which share a time budget. */
function createCalls(load: () => Promise<Stripe>, budgetMs: number) {
  const call = createCaller(load, budgetMs);
  return {
    ...customerCalls(call),
    ...subscriptionCalls(call),

    /** Checks that Stripe accepts the key, by reading one product. */
    async check(): Promise<void> {
      await call((stripe, options) => stripe.products.list({ limit: 1 }, options));
    },

    openCheckout: (checkout: NewCheckout) => openCheckout(call, checkout),
    readCheckout: (sessionId: string) => readCheckout(call, sessionId),
    expireCheckout: (sessionId: string) => expireCheckout(call, sessionId),
    ensurePrice: (price: CataloguePrice) => ensurePrice(call, price),
    findEventCustomer: (eventId: string) => findEventCustomer(call, eventId),
  };
}

export type StripeCalls = ReturnType<typeof createCalls>;

interface Env {
  STRIPE_SECRET_KEY: string;
  STRIPE_WEBHOOK_SECRET: string;
  STRIPE_API_BASE: string;
}

async function openStripe(env: Env): Promise<Stripe> {
  const { Stripe } = await import('stripe');
  const { protocol, hostname, port } = new URL(env.STRIPE_API_BASE);
  return new Stripe(env.STRIPE_SECRET_KEY, {
    apiVersion: API_VERSION,
    host: hostname,
    ...(port && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/**
 * Creates the client for Stripe or the emulator. Stripe's library is loaded at the first call, because loading
 * takes 0.14 s of CPU time.
 */
export function createStripe(env: Env) {
  const load = once(() => openStripe(env));
  return {
    /** Returns calls that share a time budget of `budgetMs`. */
    within: (budgetMs: number): StripeCalls => createCalls(load, budgetMs),
    isSigned: async (body: Buffer, header: string): Promise<boolean> =>
      isSignedByStripe(await load(), body, header, env.STRIPE_WEBHOOK_SECRET),
  };
}

export type StripeClient = ReturnType<typeof createStripe>;

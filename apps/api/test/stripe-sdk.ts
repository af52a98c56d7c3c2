import { Stripe } from 'stripe';

/** The official client, for what support does by hand at Stripe. */
export function stripeSdk(env: { STRIPE_API_BASE: string; STRIPE_SECRET_KEY: string }): Stripe {
  const { hostname, port } = new URL(env.STRIPE_API_BASE);
  return new Stripe(env.STRIPE_SECRET_KEY, { host: hostname, port, protocol: 'http' });
}

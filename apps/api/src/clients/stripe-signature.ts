import type { Stripe } from 'stripe';

/** Seconds that a signature may be old, and also lie in the future. */
const TOLERANCE_S = 300;

/** Whether Stripe signed exactly these bytes, within five minutes of now in both directions. */
export function isSignedByStripe(stripe: Stripe, body: Buffer, header: string, secret: string): boolean {
  const timestamp = Number(/(?:^|,)t=(\d+)(?:,|$)/.exec(header)?.[1]);
  // The SDK refuses old timestamps only.
  if (!(timestamp - Date.now() / 1_000 <= TOLERANCE_S)) return false;
  try {
    return stripe.webhooks.signature?.verifyHeader(body, header, secret, TOLERANCE_S) === true;
  } catch {
    // The SDK throws for every wrong signature.
    return false;
  }
}

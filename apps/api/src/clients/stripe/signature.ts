import type { Stripe } from 'stripe';

/** The seconds that a signature may differ from the current time, in both directions. */
const TOLERANCE_S = 300;

/**
 * Returns whether Stripe signed these bytes with a timestamp at most five minutes before or after the current
 * time.
 */
export function isSignedByStripe(stripe: Stripe, body: Buffer, header: string, secret: string): boolean {
  const timestamp = Number(/(?:^|,)t=(\d+)(?:,|$)/.exec(header)?.[1]);
  // The SDK accepts timestamps in the future, so refuse them here.
  if (!(timestamp - Date.now() / 1_000 <= TOLERANCE_S)) return false;
  try {
    return stripe.webhooks.signature?.verifyHeader(body, header, secret, TOLERANCE_S) === true;
  } catch {
    // The SDK throws for every wrong signature.
    return false;
  }
}

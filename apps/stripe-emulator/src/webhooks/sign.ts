import { createHmac } from 'node:crypto';

/** Returns the `Stripe-Signature` header of a payload. The time in the header is wall time in Unix seconds. */
export function signatureHeader(
  payload: string,
  secret: string,
  time = Math.floor(Date.now() / 1000),
): string {
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  return `t=${time},v1=${signature}`;
}

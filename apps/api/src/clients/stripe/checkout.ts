import type { Stripe } from 'stripe';
import { z } from 'zod';
import { type Caller, isMissing } from './call.ts';

/** The values of a Checkout session. A repeated call with the same idempotency key needs equal values. */
export interface NewCheckout {
  idempotencyKey: string;
  attemptId: number;
  userId: number;
  customerId: string;
  stripePriceId: string;
  isRecurring: boolean;
  /** Days before the first charge; 0 charges immediately. */
  trialDays: number;
  successUrl: string;
  cancelUrl: string;
}

export interface OpenedCheckout {
  sessionId: string;
  url: string;
}

function toParams(checkout: NewCheckout): Stripe.Checkout.SessionCreateParams {
  const metadata = {
    user_id: String(checkout.userId),
    attempt_id: String(checkout.attemptId),
    price_id: checkout.stripePriceId,
  };
  const common = {
    customer: checkout.customerId,
    client_reference_id: String(checkout.userId),
    line_items: [{ price: checkout.stripePriceId, quantity: 1 }],
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    metadata,
  };
  if (!checkout.isRecurring)
    return {
      ...common,
      mode: 'payment',
      payment_intent_data: { metadata },
      // Only a payment with an invoice appears in the user's list of invoices.
      invoice_creation: { enabled: true },
    };
  return {
    ...common,
    mode: 'subscription',
    subscription_data: {
      metadata,
      ...(checkout.trialDays > 0 && {
        trial_period_days: checkout.trialDays,
        // Without this setting, a subscription without a card would stay unpaid after the trial.
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
      }),
    },
  };
}

export async function openCheckout(call: Caller, checkout: NewCheckout): Promise<OpenedCheckout> {
  const session = await call((stripe, options) =>
    stripe.checkout.sessions.create(toParams(checkout), {
      ...options,
      idempotencyKey: checkout.idempotencyKey,
    }),
  );
  if (session.url === null) throw new Error(`Stripe gave no address for session ${session.id}`);
  return { sessionId: session.id, url: session.url };
}

const SessionStatus = z.enum(['open', 'complete', 'expired']);

/** Returns whether the session can be paid, was paid, or neither. A session that Stripe does not know has expired. */
export async function readCheckout(call: Caller, sessionId: string): Promise<z.infer<typeof SessionStatus>> {
  try {
    const { status } = await call((stripe, options) =>
      stripe.checkout.sessions.retrieve(sessionId, {}, options),
    );
    return SessionStatus.parse(status);
  } catch (error) {
    if (isMissing(error)) return 'expired';
    throw error;
  }
}

/** Expires the session, so that it cannot be paid. @returns false when the session was already completed. */
export async function expireCheckout(call: Caller, sessionId: string): Promise<boolean> {
  const status = await readCheckout(call, sessionId);
  if (status !== 'open') return status !== 'complete';
  try {
    await call((stripe, options) => stripe.checkout.sessions.expire(sessionId, {}, options));
    return true;
  } catch (error) {
    // The session may have been completed or expired between the two calls.
    const now = await readCheckout(call, sessionId);
    if (now === 'open') throw error;
    return now !== 'complete';
  }
}

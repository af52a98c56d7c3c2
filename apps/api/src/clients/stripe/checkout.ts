import type { Stripe } from 'stripe';
import type { Caller } from './call.ts';

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

/** Expires the session, so that it cannot be paid. @returns false when the session was already completed. */
export async function expireCheckout(call: Caller, sessionId: string): Promise<boolean> {
  const { status } = await call((stripe, options) =>
    stripe.checkout.sessions.retrieve(sessionId, {}, options),
  );
  if (status !== 'open') return status !== 'complete';
  try {
    await call((stripe, options) => stripe.checkout.sessions.expire(sessionId, {}, options));
    return true;
  } catch (error) {
    // The session may have been completed or expired between the two calls.
    const now = await call((stripe, options) => stripe.checkout.sessions.retrieve(sessionId, {}, options));
    if (now.status === 'open') throw error;
    return now.status !== 'complete';
  }
}

import type { Stripe } from 'stripe';
import type { Caller } from './stripe-call.ts';

/** Everything that a Checkout session is created from. A repeat with the same key needs the very same values. */
export interface NewCheckout {
  idempotencyKey: string;
  attemptId: number;
  userId: number;
  customerId: string;
  stripePriceId: string;
  isRecurring: boolean;
  /** Days without a charge; 0: charged at once. */
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
      // Passes appear among the invoices of the user.
      invoice_creation: { enabled: true },
    };
  return {
    ...common,
    mode: 'subscription',
    subscription_data: {
      metadata,
      ...(checkout.trialDays > 0 && {
        trial_period_days: checkout.trialDays,
        // A card that was removed during the trial must not leave an unpaid subscription.
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
      }),
    },
  };
}

export async function openCheckout(
  stripe: Stripe,
  call: Caller,
  checkout: NewCheckout,
): Promise<OpenedCheckout> {
  const session = await call((options) =>
    stripe.checkout.sessions.create(toParams(checkout), {
      ...options,
      idempotencyKey: checkout.idempotencyKey,
    }),
  );
  if (session.url === null) throw new Error(`Stripe gave no address for session ${session.id}`);
  return { sessionId: session.id, url: session.url };
}

/** Makes the session unpayable. @returns false when it was completed before. */
export async function expireCheckout(stripe: Stripe, call: Caller, sessionId: string): Promise<boolean> {
  const { status } = await call((options) => stripe.checkout.sessions.retrieve(sessionId, {}, options));
  if (status !== 'open') return status !== 'complete';
  try {
    await call((options) => stripe.checkout.sessions.expire(sessionId, {}, options));
    return true;
  } catch (error) {
    // Completed or expired between the two calls.
    const now = await call((options) => stripe.checkout.sessions.retrieve(sessionId, {}, options));
    if (now.status === 'open') throw error;
    return now.status !== 'complete';
  }
}

import type { Stripe } from 'stripe';
import { z } from 'zod';
import { SUBSCRIPTION_STATUSES } from '#src/core/subscription-status.ts';
import { type Caller, isMissing } from './call.ts';

const PAGE = 100;

const Status = z.enum(SUBSCRIPTION_STATUSES);

const SessionStatus = z.enum(['open', 'complete', 'expired']);

export interface SubscriptionFact {
  id: string;
  itemId: string;
  status: z.infer<typeof Status>;
  stripePriceId: string;
  attemptId: number | null;
  createdAt: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /** Whether the payment of the current period was refunded in full or lost in a dispute. */
  isRefunded: boolean;
}

/** A paid one-time price. */
export interface PurchaseFact {
  attemptId: number | null;
  stripePriceId: string;
  paidAt: Date;
  isRefunded: boolean;
}

/** The state of one customer at Stripe. Every array begins with the newest entry. */
export interface CustomerFacts {
  subscriptions: SubscriptionFact[];
  purchases: PurchaseFact[];
  sessions: { id: string; status: z.infer<typeof SessionStatus> }[];
}

export const NO_FACTS: CustomerFacts = { subscriptions: [], purchases: [], sessions: [] };

const toDate = (seconds: number): Date => new Date(seconds * 1_000);
const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

/**
 * Reads the fields that `openCheckout` writes. Objects that an operator created at Stripe lack these fields.
 */
function readMetadata(metadata: Stripe.Metadata | null): {
  attemptId: number | null;
  priceId: string | null;
} {
  const attemptId = Number(metadata?.attempt_id);
  return {
    attemptId: Number.isSafeInteger(attemptId) && attemptId > 0 ? attemptId : null,
    priceId: metadata?.price_id ?? null,
  };
}

/**
 * Returns the payment intents with a full refund or a lost dispute. Ignores partial refunds and open
 * disputes.
 */
async function findLostPayments(call: Caller, charges: Stripe.Charge[]): Promise<Set<string>> {
  const lost = new Set<string>();
  for (const charge of charges) {
    const intent = idOf(charge.payment_intent);
    if (intent === null || !(charge.refunded || charge.disputed)) continue;
    const isLost =
      charge.refunded ||
      (
        await call((stripe, options) => stripe.disputes.list({ charge: charge.id, limit: PAGE }, options))
      ).data.some(({ status }) => status === 'lost');
    if (isLost) lost.add(intent);
  }
  return lost;
}

/** Returns whether the newest payment of the subscription is among `lost` (`findLostPayments`). */
async function isPaymentLost(
  call: Caller,
  subscription: string,
  lost: ReadonlySet<string>,
): Promise<boolean> {
  const { data } = await call((stripe, options) =>
    stripe.invoices.list({ subscription, status: 'paid', limit: PAGE, expand: ['data.payments'] }, options),
  );
  const newest = data
    .filter(({ amount_paid }) => amount_paid > 0)
    .sort((one, other) => other.created - one.created)[0];
  return (newest?.payments?.data ?? []).some(({ payment }) => lost.has(idOf(payment.payment_intent) ?? ''));
}

const isOver = (status: string): boolean => status === 'canceled' || status === 'incomplete_expired';

async function toSubscription(
  call: Caller,
  subscription: Stripe.Subscription,
  lost: ReadonlySet<string>,
): Promise<SubscriptionFact[]> {
  const item = subscription.items.data[0];
  if (item === undefined) return [];
  const { id, status } = subscription;
  return [
    {
      id,
      itemId: item.id,
      status: Status.parse(status),
      stripePriceId: item.price.id,
      attemptId: readMetadata(subscription.metadata).attemptId,
      createdAt: toDate(subscription.created),
      periodEnd: toDate(subscription.ended_at ?? item.current_period_end),
      // Stripe's portal may set `cancel_at` instead of the flag.
      cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
      isRefunded: lost.size > 0 && !isOver(status) && (await isPaymentLost(call, id, lost)),
    },
  ];
}

/** Returns the purchase of a completed session in payment mode. */
function toPurchase(
  session: Stripe.Checkout.Session,
  charges: Stripe.Charge[],
  lost: ReadonlySet<string>,
): PurchaseFact[] {
  if (session.mode !== 'payment' || session.status !== 'complete' || session.payment_status === 'unpaid')
    return [];
  const { attemptId, priceId } = readMetadata(session.metadata);
  if (priceId === null) return [];
  const intent = idOf(session.payment_intent);
  const charge = charges.find((each) => each.paid && idOf(each.payment_intent) === intent);
  return [
    {
      attemptId,
      stripePriceId: priceId,
      paidAt: toDate(charge?.created ?? session.created),
      isRefunded: intent !== null && lost.has(intent),
    },
  ];
}

/** Returns whether the customer exists or existed in this account of Stripe. */
async function isKnown(call: Caller, customer: string): Promise<boolean> {
  try {
    // Stripe also returns a deleted customer.
    await call((stripe, options) => stripe.customers.retrieve(customer, {}, options));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/**
 * Reads the customer's state. Returns null for an unknown customer, for example when the API key belongs to
 * another Stripe account.
 */
export async function readCustomer(call: Caller, customer: string): Promise<CustomerFacts | null> {
  try {
    const [subscriptions, sessions, charges] = await Promise.all([
      call((stripe, options) => stripe.subscriptions.list({ customer, status: 'all', limit: PAGE }, options)),
      call((stripe, options) => stripe.checkout.sessions.list({ customer, limit: PAGE }, options)),
      call((stripe, options) => stripe.charges.list({ customer, limit: PAGE }, options)),
    ]);
    const hasNone = [subscriptions, sessions, charges].every(({ data }) => data.length === 0);
    if (hasNone) return (await isKnown(call, customer)) ? NO_FACTS : null;
    const lost = await findLostPayments(call, charges.data);
    const facts = await Promise.all(
      subscriptions.data.map((subscription) => toSubscription(call, subscription, lost)),
    );
    return {
      subscriptions: facts.flat(),
      purchases: sessions.data.flatMap((session) => toPurchase(session, charges.data, lost)),
      sessions: sessions.data.map(({ id, status }) => ({ id, status: SessionStatus.parse(status) })),
    };
  } catch (error) {
    if (!isMissing(error)) throw error;
    return (await isKnown(call, customer)) ? NO_FACTS : null;
  }
}

import { SUBSCRIPTION_STATUSES } from '@marquee/contracts/constants';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { type Caller, isMissing } from './call.ts';
import { type Debt, readDebts } from './debts.ts';
import { idOf } from './ids.ts';
import { listAll } from './lists.ts';
import { findLosses, findLostPayments } from './lost-payments.ts';
import { type Ending, endingOf, type PendingSwitch, pendingSwitchOf, RESUME_ON } from './subscriptions.ts';

const Status = z.enum(SUBSCRIPTION_STATUSES);

/**
 * The prices and products of Marquee at Stripe, by id. A subscription is Marquee's when one of its items has one of these
 * prices, or any price of one of these products. Marquee neither reads nor changes the customer's other subscriptions.
 */
export interface Sold {
  prices: { has: (priceId: string) => boolean };
  products: { has: (productId: string) => boolean };
}

export interface SubscriptionFact {
  id: string;
  itemId: string;
  status: z.infer<typeof Status>;
  /** May be a price that we do not know, of a product that is ours. */
  stripePriceId: string;
  stripeProductId: string;
  attemptId: number | null;
  createdAt: Date;
  periodEnd: Date;
  /** When and how the subscription will end. Null when it renews. */
  ending: Ending | null;
  /** A price that the member has asked for. With this price, an earlier cancellation no longer counts. */
  resumesOn: string | null;
  pendingSwitch: PendingSwitch | null;
  /** Open invoices, oldest first, of a subscription whose payment failed. */
  debts: Debt[];
  /** Whether a payment for the current period was refunded in full or lost in a dispute. */
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
  /** Whether the customer was deleted at Stripe, who then keeps only the past. */
  isDeleted: boolean;
  /** What Stripe owes the customer, in cents. Negative when the customer owes. */
  credit: number;
  /** Whether the credit is the rest of a payment that was refunded or lost. */
  isCreditLost: boolean;
  subscriptions: SubscriptionFact[];
  purchases: PurchaseFact[];
  /** Ids of completed sessions. */
  completedSessions: string[];
}

export const NO_FACTS: CustomerFacts = {
  isDeleted: false,
  credit: 0,
  isCreditLost: false,
  subscriptions: [],
  purchases: [],
  completedSessions: [],
};

const toDate = (seconds: number): Date => new Date(seconds * 1_000);

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

interface Owned {
  subscription: Stripe.Subscription;
  item: Stripe.SubscriptionItem;
}

/** Returns the item that we sell. A subscription may have other items, such as an add-on, in any order. */
async function findOwned(call: Caller, subscription: Stripe.Subscription, sold: Sold): Promise<Owned[]> {
  const { id, items } = subscription;
  const all = items.has_more
    ? await listAll(call, (stripe, cursor, options) =>
        stripe.subscriptionItems.list({ subscription: id, ...cursor }, options),
      )
    : items.data;
  const item =
    all.find(({ price }) => sold.prices.has(price.id)) ??
    all.find(({ price }) => sold.products.has(idOf(price.product) ?? ''));
  return item ? [{ subscription, item }] : [];
}

async function toFact(
  call: Caller,
  { subscription, item }: Owned,
  customer: Stripe.Customer | null,
  losses: ReadonlySet<string>,
): Promise<SubscriptionFact> {
  const { id, status, metadata } = subscription;
  const cards = [
    idOf(subscription.default_payment_method),
    idOf(customer?.invoice_settings.default_payment_method),
  ].filter((card) => card !== null);
  return {
    id,
    itemId: item.id,
    status: Status.parse(status),
    stripePriceId: item.price.id,
    stripeProductId: idOf(item.price.product) ?? '',
    attemptId: readMetadata(metadata).attemptId,
    createdAt: toDate(subscription.created),
    periodEnd: toDate(subscription.ended_at ?? item.current_period_end),
    ending: endingOf(subscription, item),
    resumesOn: metadata[RESUME_ON] ?? null,
    pendingSwitch: pendingSwitchOf(subscription, item),
    debts: status === 'past_due' ? await readDebts(call, id, cards) : [],
    isRefunded: losses.has(id),
  };
}

/** Returns the purchase of a completed session in payment mode. */
function toPurchase(
  session: Stripe.Checkout.Session,
  charges: readonly Stripe.Charge[],
  lost: ReadonlySet<string>,
): PurchaseFact[] {
  if (session.mode !== 'payment' || session.payment_status === 'unpaid') return [];
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

/** Runs a call about a customer. Returns null when Stripe says that the customer does not exist. */
async function orMissing<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Reads the customer's state. Returns null for an unknown customer, for example when the API key belongs to
 * another Stripe account.
 */
export async function readCustomer(
  call: Caller,
  customer: string,
  sold: Sold,
): Promise<CustomerFacts | null> {
  const [found, subscriptions, sessions, charges] = await Promise.all([
    orMissing(call((stripe, options) => stripe.customers.retrieve(customer, {}, options))),
    orMissing(
      listAll(call, (stripe, cursor, options) => {
        const params = { customer, status: 'all' as const, expand: ['data.latest_invoice'], ...cursor };
        return stripe.subscriptions.list(params, options);
      }),
    ),
    orMissing(
      listAll(call, (stripe, cursor, options) =>
        stripe.checkout.sessions.list({ customer, status: 'complete', ...cursor }, options),
      ),
    ),
    orMissing(
      listAll(call, (stripe, cursor, options) => stripe.charges.list({ customer, ...cursor }, options)),
    ),
  ]);
  if (found === null) return null;
  const alive = found.deleted ? null : found;
  const lost = await findLostPayments(call, charges ?? []);
  const owned = (await Promise.all((subscriptions ?? []).map((one) => findOwned(call, one, sold)))).flat();
  const ids = new Set(owned.map(({ subscription }) => subscription.id));
  const losses = await findLosses(call, customer, ids, lost);
  return {
    isDeleted: alive === null,
    // Stripe stores the customer's debt.
    credit: alive === null ? 0 : -alive.balance,
    isCreditLost: losses.isCreditLost,
    subscriptions: await Promise.all(owned.map((one) => toFact(call, one, alive, losses.subscriptions))),
    purchases: (sessions ?? []).flatMap((session) => toPurchase(session, charges ?? [], lost)),
    completedSessions: (sessions ?? []).map(({ id }) => id),
  };
}

import type { SubscriptionStatus } from '@marquee/prisma';
import { z } from 'zod';

const STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const satisfies readonly SubscriptionStatus[];

/** The state of a subscription in a store, in the words of our own columns. It is stored as JSON with Apple's news. */
export const StoreFacts = z.object({
  processor: z.enum(['apple', 'google']),
  /** Apple's original transaction id, or the SHA-256 of Google's purchase token. */
  id: z.string().min(1).max(100),
  /** The store's product id, which equals our price id. */
  priceId: z.string(),
  status: z.enum(STATUSES),
  periodEnd: z.coerce.date(),
  cancelAtPeriodEnd: z.boolean(),
  /** When the store signed this state, or when it was asked for. */
  observedAt: z.coerce.date(),
  /** `store_account_token` of the buyer, when the app handed it to the store. */
  accountToken: z.string().nullable(),
  /** Google only. */
  purchaseToken: z.string().nullable(),
  /** Google only: the id of the subscription that this one replaces. */
  replacesId: z.string().nullable(),
  /** Google only: the purchase must be acknowledged. */
  isUnacknowledged: z.boolean(),
  /** True for a transaction alone, which tells nothing about renewals: it adds time and revokes, but ends nothing. */
  isPartial: z.boolean(),
});
export type StoreFacts = z.infer<typeof StoreFacts>;

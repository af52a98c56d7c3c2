import { SUBSCRIPTION_STATUSES } from '@marquee/contracts/constants';
import { z } from 'zod';

/**
 * The state of a subscription in a store; `status` uses the values of `users.subscription_status`. Each
 * stored notification from Apple contains this state as JSON.
 */
export const StoreFacts = z.object({
  processor: z.enum(['apple', 'google']),
  /** Apple's original transaction id, or the SHA-256 of Google's purchase token. */
  id: z.string().min(1).max(100),
  /** The store's product id, which equals our price id. */
  priceId: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  periodEnd: z.coerce.date(),
  cancelAtPeriodEnd: z.boolean(),
  /** The time of this state: Apple's signature or purchase date, or the time of the request to Google. */
  observedAt: z.coerce.date(),
  /** The buyer's `store_account_token`; null when the app did not pass it to the store. */
  accountToken: z.string().nullable(),
  /** The purchase token of Google; null for Apple. */
  purchaseToken: z.string().nullable(),
  /** Google only: the id of the subscription that this subscription replaces. */
  replacesId: z.string().nullable(),
  /** Google only: whether the purchase still needs an acknowledgment. */
  isUnacknowledged: z.boolean(),
  /**
   * True for a transaction without renewal data. Such a transaction can extend or revoke access, but not end
   * a subscription.
   */
  isPartial: z.boolean(),
});
export type StoreFacts = z.infer<typeof StoreFacts>;

import type { SubscriptionStatus } from '@marquee/prisma';

/**
 * What each status of a subscription means, for Stripe and for the app stores. `access` gives the features of
 * the plan, and `past_due` is among it because the processor still retries the charge. `open` gives no access,
 * but the processor can charge the subscription again. `over` cannot return.
 */
const MEANINGS: Record<SubscriptionStatus, 'access' | 'open' | 'over'> = {
  active: 'access',
  trialing: 'access',
  past_due: 'access',
  incomplete: 'open',
  unpaid: 'open',
  paused: 'open',
  incomplete_expired: 'over',
  // Set when the paid period has ended. Until then, the status stays `active` with `cancelAtPeriodEnd`.
  canceled: 'over',
};

const isStatus = (text: string): text is SubscriptionStatus => Object.hasOwn(MEANINGS, text);

export const SUBSCRIPTION_STATUSES: readonly SubscriptionStatus[] = Object.keys(MEANINGS).filter(isStatus);

/** Triggers of the database repeat this list; a test compares them. */
export const STATUSES_WITH_ACCESS = SUBSCRIPTION_STATUSES.filter((status) => MEANINGS[status] === 'access');

/** The statuses of a subscription that its processor can still charge. */
export const CHARGEABLE_STATUSES = SUBSCRIPTION_STATUSES.filter((status) => MEANINGS[status] !== 'over');

export const givesAccess = (status: SubscriptionStatus | null): boolean =>
  status !== null && MEANINGS[status] === 'access';

export const isChargeable = (status: SubscriptionStatus | null): boolean =>
  status !== null && MEANINGS[status] !== 'over';

import { AppError, fieldError } from '#src/core/errors.ts';
import type { PlanRow, PricingRow } from './plans.repository.ts';

/** One plan at one price. */
export interface Offer {
  plan: PlanRow;
  pricing: PricingRow;
}

/** One plan at one price that exists at Stripe. */
export interface SellableOffer extends Offer {
  stripePriceId: string;
}

interface Chosen {
  plan_id: string;
  price_id?: string | undefined;
}

/** Finds the plan and price with these ids. Without a price id, returns the first price of the plan. */
export function findOffer(plans: readonly PlanRow[], { plan_id, price_id }: Chosen): Offer {
  const plan = plans.find(({ planId }) => planId === plan_id);
  if (!plan) throw fieldError('plan_id', 'There is no such plan.');
  const pricing =
    price_id === undefined ? plan.pricings[0] : plan.pricings.find(({ priceId }) => priceId === price_id);
  if (!pricing) throw fieldError('price_id', 'This plan has no such price.');
  return { plan, pricing };
}

/**
 * Returns the given address unchanged, because `{CHECKOUT_SESSION_ID}` must not be encoded.
 * @throws AppError invalid when the address is not on one of the web origins.
 */
export function requireWebUrl(
  field: string,
  given: string | undefined,
  webOrigins: readonly string[],
  fallback: string,
): string {
  if (given === undefined) return fallback;
  // Compare as text, because Stripe and browsers parse unusual addresses differently.
  const isOurs = webOrigins.some(
    (origin) => given === origin || (/^[/?#]/.test(given.slice(origin.length)) && given.startsWith(origin)),
  );
  if (!isOurs || !URL.canParse(given) || /\p{Cc}/u.test(given))
    throw fieldError(field, 'This address is not part of this site.');
  return given;
}

export function refuseStoreManaged({
  subscriptionProcessor,
}: {
  subscriptionProcessor: string | null;
}): void {
  if (subscriptionProcessor !== 'apple' && subscriptionProcessor !== 'google') return;
  const store = subscriptionProcessor === 'apple' ? 'the App Store' : 'Google Play';
  throw new AppError('not_permitted', {
    message: `Your subscription is managed by ${store}. Please change it there.`,
  });
}

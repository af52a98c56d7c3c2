import type { Plan } from '@marquee/contracts';
import { formatMoney } from '@marquee/contracts/money';

/** Returns the monthly price in words, or null when no monthly plan is offered. */
export function monthlyPrice(plans: readonly Plan[]): string | null {
  const price = plans
    .flatMap((plan) => plan.pricings)
    .find((pricing) => pricing.interval === 'month' && !pricing.is_free);
  return price ? formatMoney(price.price_in_cents) : null;
}

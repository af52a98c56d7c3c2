import { fieldError } from '#src/core/errors.ts';
import type { PlanRow, PricingRow } from './plans.repository.ts';

/** One plan at one price. */
export interface PricedPlan {
  plan: PlanRow;
  pricing: PricingRow;
}

/** One plan at one price that exists at Stripe. */
export interface SellablePlan extends PricedPlan {
  stripePriceId: string;
}

interface Chosen {
  plan_id: string;
  price_id?: string | undefined;
}

/**
 * Returns the plan and price with these ids. Without a price id, returns the first price of the plan.
 * @throws AppError for an unknown id.
 */
export function getPricedPlan(plans: readonly PlanRow[], { plan_id, price_id }: Chosen): PricedPlan {
  const plan = plans.find(({ planId }) => planId === plan_id);
  if (!plan) throw fieldError('plan_id', 'There is no such plan.');
  const pricing =
    price_id === undefined ? plan.pricings[0] : plan.pricings.find(({ priceId }) => priceId === price_id);
  if (!pricing) throw fieldError('price_id', 'This plan has no such price.');
  return { plan, pricing };
}

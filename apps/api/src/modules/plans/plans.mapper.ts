import type { Plan } from '@marquee/contracts';
import type { PlanRow } from './plans.repository.ts';

export const mapPlan = (row: PlanRow): Plan => ({
  id: row.id,
  name: row.name,
  description: row.description,
  plan_id: row.planId,
  pricings: row.pricings.map((pricing) => ({
    id: pricing.priceId,
    price_in_cents: pricing.priceInCents,
    is_recurring: pricing.isRecurring,
    is_free: pricing.isFree,
    interval: pricing.interval,
  })),
});

import type { Plan } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

/**
 * Selects a plan or switches to it. Returns the next address: the payment page, or `/checkout_success` when nothing is
 * due now.
 */
export async function changePlan(plan: Plan) {
  const price = plan.pricings[0];
  return api('POST /api/v1/plans/change', {
    body:
      !price || price.is_free
        ? { plan_id: plan.plan_id }
        : {
            plan_id: plan.plan_id,
            price_id: price.id,
            success_url: `${location.origin}/checkout_success/?session_id={CHECKOUT_SESSION_ID}`,
            cancel_url: `${location.origin}/checkout_canceled`,
          },
  });
}

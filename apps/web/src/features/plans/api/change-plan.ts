import type { Plan, User } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

interface Changed {
  user: User;
  /** The address of the payment page, or null when nothing is to be paid. */
  paymentPage: string | null;
}

/** Selects a plan, switches to it or resumes it. */
export async function changePlan(plan: Plan): Promise<Changed> {
  const price = plan.pricings[0];
  if (!price || price.is_free) {
    const { user } = await api('POST /api/v1/plans/change', { body: { plan_id: plan.plan_id } });
    return { user, paymentPage: null };
  }
  const { user, redirect_url } = await api('POST /api/v1/plans/change', {
    body: {
      plan_id: plan.plan_id,
      price_id: price.id,
      success_url: `${location.origin}/checkout_success/?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${location.origin}/checkout_canceled`,
    },
  });
  // A redirect to the success page means that the plan is changed already.
  const isOurs = new URL(redirect_url, location.origin).origin === location.origin;
  return { user, paymentPage: isOurs ? null : redirect_url };
}

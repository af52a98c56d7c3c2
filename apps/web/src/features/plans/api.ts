import type { Plan, User } from '@marquee/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

/** The caller's invoices, newest first, page by page. */
export const invoicesQuery = infiniteQueryOptions({
  queryKey: ['invoices'],
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v1/plans/invoices', { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
  staleTime: 0,
});

/** Returns the query for the charges of choosing a plan. The charges change with time, so no reply is cached. */
export function planPreviewQuery(plan: Plan) {
  const price = plan.pricings[0];
  return queryOptions({
    queryKey: ['plan-preview', plan.plan_id],
    queryFn: ({ signal }) =>
      api('POST /api/v1/plans/preview', {
        body: { plan_id: plan.plan_id, ...(price && { price_id: price.id }) },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  });
}

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

/** Cancels the subscription at the end of its period. */
export async function cancelPlan() {
  return (await api('POST /api/v1/plans/cancel')).user;
}

/** Lets the server synchronize the plan with the payment processor. Returns the new user. */
export async function syncPlan(sessionId: string | null) {
  return (await api('POST /api/v1/plans/sync', { body: sessionId ? { session_id: sessionId } : {} })).user;
}

/**
 * The search parameter in the return address of the billing portal. With this parameter, the plans page
 * requests the new state of the plan.
 */
export const BILLING_RETURN = 'billing';

/** Returns the address of the billing portal. The portal links back to the plans. */
export async function managePlan(): Promise<string> {
  const return_url = `${location.origin}/plans?${BILLING_RETURN}=returned`;
  return (await api('POST /api/v1/plans/manage', { body: { return_url } })).redirect_url;
}

import type { CallReply } from '@marquee/contracts/client';
import { api } from '#src/lib/http/api.ts';

export type Offers = CallReply<'GET /api/v1/plans'>;

/** Fetches the plans and the length of the trial in days. Every text with trial or price uses this reply. */
export function getPlans(signal?: AbortSignal): Promise<Offers> {
  return api('GET /api/v1/plans', signal ? { signal } : {});
}

/**
 * Returns whether the server has BILLING=off. In this case the server offers nothing, and no screen mentions
 * money.
 */
export const isBillingOff = ({ plans, trial_days }: Offers): boolean =>
  plans.length === 0 && trial_days === 0;

/** The query of `getPlans`, as a plain object so that the landing page does not load the query library. */
export const plansQuery = {
  queryKey: ['plans'],
  queryFn: ({ signal }: { signal: AbortSignal }) => getPlans(signal),
  staleTime: 60 * 60_000,
};

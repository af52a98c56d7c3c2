import { api } from '#src/lib/http/api.ts';

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

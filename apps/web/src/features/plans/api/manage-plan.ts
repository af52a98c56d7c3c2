import { api } from '#src/lib/http/api.ts';

/** Returns the address of the billing portal. */
export async function managePlan(): Promise<string> {
  return (await api('POST /api/v1/plans/manage')).redirect_url;
}

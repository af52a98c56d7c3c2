import { api } from '#src/lib/http/api.ts';

/** Cancels the subscription at the end of its period. */
export async function cancelPlan() {
  return (await api('POST /api/v1/plans/cancel')).user;
}

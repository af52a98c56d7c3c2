import { api } from '#src/lib/api.ts';

/** Ends the subscription at its period's end. */
export async function cancelPlan() {
  return (await api('POST /api/v1/plans/cancel')).user;
}

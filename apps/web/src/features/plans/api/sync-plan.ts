import { api } from '#src/lib/http/api.ts';

/** Lets the server synchronize the plan with the payment processor. Returns the new user. */
export async function syncPlan(sessionId: string | null) {
  return (await api('POST /api/v1/plans/sync', { body: sessionId ? { session_id: sessionId } : {} })).user;
}

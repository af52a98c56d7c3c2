import { api } from '#src/lib/api.ts';

/** Has the server ask the payment processor and converge; answers the user as it then is. */
export async function syncPlan(sessionId: string | null) {
  return (await api('POST /api/v1/plans/sync', { body: sessionId ? { session_id: sessionId } : {} })).user;
}

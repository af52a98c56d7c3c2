import { api } from '#src/lib/http/api.ts';

/** Fetches the plans and the length of the trial in days. Every text with trial or price uses this reply. */
export function getPlans(signal?: AbortSignal) {
  return api('GET /api/v1/plans', signal ? { signal } : {});
}

/** The same for the query cache. A plain object, so that the landing page does not load the query library. */
export const plansQuery = {
  queryKey: ['plans'],
  queryFn: ({ signal }: { signal: AbortSignal }) => getPlans(signal),
  staleTime: 60 * 60_000,
};

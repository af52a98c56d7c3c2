import { api } from '#src/lib/api.ts';

/** Plans and the length of the trial in days; every text that names either reads it here. */
export function getPlans(signal?: AbortSignal) {
  return api('GET /api/v1/plans', signal ? { signal } : {});
}

/** The same for screens with a cache. A plain object, so that the landing page need not carry the query library. */
export const plansQuery = {
  queryKey: ['plans'],
  queryFn: ({ signal }: { signal: AbortSignal }) => getPlans(signal),
  staleTime: 60 * 60_000,
};

import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/api.ts';

/** Plans and the length of the trial in days; every text that names either reads it here. */
export function getPlans(signal?: AbortSignal) {
  return api('GET /api/v1/plans', signal ? { signal } : {});
}

/** The same for screens that cache it. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => getPlans(signal),
  staleTime: 60 * 60_000,
});

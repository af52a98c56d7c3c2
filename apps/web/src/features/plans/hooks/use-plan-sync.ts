import { useQuery, useQueryClient } from '@tanstack/react-query';
import { setUser, useSession } from '#src/lib/session/session.ts';
import { invoicesQuery, syncPlan } from '../api.ts';

/**
 * After a visit to the payment processor, the server fetches the plan. The user can return before the webhook
 * is processed.
 * @param visit identifies the visit; null sends no call
 */
export function usePlanSync(visit: string | null, checkoutSession: string | null = null) {
  const { user } = useSession();
  const client = useQueryClient();
  return useQuery({
    queryKey: ['plan-sync', visit],
    queryFn: async () => {
      const synced = await syncPlan(checkoutSession);
      setUser(synced);
      void client.invalidateQueries({ queryKey: invoicesQuery.queryKey });
      return synced;
    },
    enabled: user !== null && visit !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { setUser, useSession } from '#src/lib/session/session.ts';
import { invoicesQuery } from '../api/get-invoices.ts';
import { syncPlan } from '../api/sync-plan.ts';

/**
 * Lets the server fetch the plan from the payment processor after a visit to the processor's pages. The user
 * can return before the webhook is processed. `visit` identifies the visit, and null sends no call.
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

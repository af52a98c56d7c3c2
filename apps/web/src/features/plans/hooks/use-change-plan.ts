import type { Plan } from '@marquee/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setUser } from '#src/lib/session/session.ts';
import { changePlan, invoicesQuery } from '../api.ts';

/**
 * Changes the plan, and opens the payment page when there is something to pay. Otherwise calls `onChanged`
 * before setting the user, so that the screen can navigate first.
 */
export function useChangePlan(onChanged: (plan: Plan) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changePlan,
    onSuccess: ({ user, paymentPage }, plan) => {
      if (paymentPage !== null) {
        location.assign(paymentPage);
        return;
      }
      onChanged(plan);
      setUser(user);
      void client.invalidateQueries({ queryKey: invoicesQuery.queryKey });
    },
  });
}

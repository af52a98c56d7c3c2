import { useQuery } from '@tanstack/react-query';
import { isBillingOff, plansQuery } from '../offered-plans.ts';

/** Returns whether the server sells nothing. The value is false until the plans are loaded. */
export function useBillingOff(): boolean {
  const { data } = useQuery(plansQuery);
  return data !== undefined && isBillingOff(data);
}

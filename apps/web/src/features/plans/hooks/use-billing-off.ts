import { useQuery } from '@tanstack/react-query';
import { isBillingOff, plansQuery } from '../api/get-plans.ts';

/** Whether the server sells nothing. False until the plans are loaded. */
export function useBillingOff(): boolean {
  const { data } = useQuery(plansQuery);
  return data !== undefined && isBillingOff(data);
}

import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './errors.ts';
import { onSessionEnd } from './session.ts';

/** The app's one cache. Only what may pass by itself is tried again; a refusal is shown at once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && isTransient(error),
    },
  },
});

// Nothing fetched for one account may be seen by the next.
onSessionEnd(() => queryClient.clear());

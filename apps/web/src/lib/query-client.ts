import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './errors.ts';
import { onSessionEnd } from './session.ts';

/**
 * The app's one cache. Only what may pass by itself is tried again; a refusal is shown at once. Without a network
 * calls fail like any other, so that a screen says so instead of waiting.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isTransient(error),
    },
    mutations: { networkMode: 'always' },
  },
});

// Nothing fetched for one account may be seen by the next.
onSessionEnd(() => queryClient.clear());

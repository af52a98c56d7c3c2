import { QueryClient } from '@tanstack/react-query';
import { onSessionEnd } from '#src/lib/session/session.ts';
import { isTransient } from './errors.ts';

/**
 * The query cache. Without a network, calls fail instead of waiting, so that the screen reports the failure.
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

// The next account in this browser must not see cached data of the previous account.
onSessionEnd(() => queryClient.clear());

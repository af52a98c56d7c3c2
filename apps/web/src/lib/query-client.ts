import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './errors.ts';

/** The app's one cache. Only what may pass by itself is tried again; a refusal is shown at once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isTransient(error),
      },
    },
  });
}

export const queryClient = createQueryClient();

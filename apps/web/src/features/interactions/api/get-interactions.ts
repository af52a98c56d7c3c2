import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/** Unanswered interactions, newest first. A failure is only logged. */
export const interactionsQuery = queryOptions({
  queryKey: ['interactions'],
  queryFn: async ({ signal }) => {
    try {
      return (await api('GET /api/v1/user_interactions', { signal })).user_interactions;
    } catch (error) {
      console.warn('The followed links could not be fetched.', error);
      throw error;
    }
  },
  retry: false,
  staleTime: Infinity,
});

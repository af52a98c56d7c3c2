import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/** The learned taste of the caller, and totals of the ratings. */
export const tasteQuery = queryOptions({
  queryKey: ['taste'],
  queryFn: ({ signal }) => api('GET /api/v1/taste', { signal }),
});

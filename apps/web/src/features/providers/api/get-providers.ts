import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/** All streaming services, and the ids that the caller selected. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => api('GET /api/v1/user_medium_providers', { signal }),
});

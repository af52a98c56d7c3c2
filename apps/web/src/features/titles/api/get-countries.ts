import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/** The countries with offers. */
export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/countries', { signal })).countries,
});

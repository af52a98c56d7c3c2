import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/** The sources of critical ratings that have scores in the catalogue. */
export const ratingSourcesQuery = queryOptions({
  queryKey: ['critical-rating-sources'],
  queryFn: async ({ signal }) =>
    (await api('GET /api/v1/user_preferences', { signal })).critical_rating_sources,
});

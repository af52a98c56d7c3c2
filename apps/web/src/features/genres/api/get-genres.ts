import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/** All genres. The genres that the caller selected have `active: true`. */
export const genresQuery = queryOptions({
  queryKey: ['genres'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/user_medium_genres', { signal })).user_medium_genres,
});

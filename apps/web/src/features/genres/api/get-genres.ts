import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/** All genres and age ratings. The genres that the caller selected have `active: true`. */
export const genresReplyQuery = queryOptions({
  queryKey: ['genres'],
  queryFn: ({ signal }) => api('GET /api/v1/user_medium_genres', { signal }),
});

/** The genres alone. */
export const genresQuery = queryOptions({
  ...genresReplyQuery,
  select: ({ user_medium_genres }) => user_medium_genres,
});

import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/**
 * Returns the query for the caller's rating of a title, with the tags of the rating. `rating` is null when the
 * title is not rated.
 */
export function ratingQuery(mediumId: number) {
  return queryOptions({
    queryKey: ['rating', mediumId],
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/media/{id}/user_medium_ratings', { params: { id: mediumId }, signal }))
        .user_medium_rating,
  });
}

import type { UserMediumRating } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

/** Saves a rating of 0–10. Without `tags` the stored tags stay. */
export async function saveRating(
  mediumId: number,
  rating: number,
  tags?: readonly string[],
): Promise<UserMediumRating> {
  const reply = await api('POST /api/v1/media/{id}/user_medium_ratings', {
    params: { id: mediumId },
    body: { user_medium_rating: { rating, ...(tags && { tag_list: [...tags] }) } },
  });
  return reply.user_medium_rating;
}

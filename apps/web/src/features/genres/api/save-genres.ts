import { forgetTitles } from '#src/features/titles/cache/media-cache.ts';
import { api } from '#src/lib/http/api.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { genresReplyQuery } from './get-genres.ts';

/** Replaces the caller's genres with these ids of `user_medium_genres`. */
export async function saveGenres(ids: readonly number[]): Promise<void> {
  const reply = await api('POST /api/v1/user_medium_genres/update_all', { body: { genres_ids: [...ids] } });
  queryClient.setQueryData(genresReplyQuery.queryKey, reply);
  forgetTitles();
}

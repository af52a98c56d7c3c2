import type { CallInput } from '@marquee/contracts/client';
import { queryOptions } from '@tanstack/react-query';
import { forgetTitles } from '#src/features/titles/cache/media-cache.ts';
import { api } from '#src/lib/http/api.ts';
import { queryClient } from '#src/lib/http/query-client.ts';

/* Filters */

type Preference = CallInput<'POST /api/v1/user_preferences/save'>['body']['user_preference'];

export function savePreference(preference: Preference) {
  return api('POST /api/v1/user_preferences/save', { body: { user_preference: preference } });
}

/* Streaming services */

/** All streaming services, and the ids that the caller selected. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => api('GET /api/v1/user_medium_providers', { signal }),
});

/** Replaces the caller's streaming services. Stores the reply in the cache. */
export async function saveProviders(ids: readonly number[]): Promise<void> {
  const reply = await api('POST /api/v1/user_medium_providers/update_all', {
    body: { medium_providers_ids: [...ids] },
  });
  queryClient.setQueryData(providersQuery.queryKey, reply);
  forgetTitles();
}

/* Genres */

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

/** Replaces the caller's genres with these ids of `user_medium_genres`. */
export async function saveGenres(ids: readonly number[]): Promise<void> {
  const reply = await api('POST /api/v1/user_medium_genres/update_all', { body: { genres_ids: [...ids] } });
  queryClient.setQueryData(genresReplyQuery.queryKey, reply);
  forgetTitles();
}

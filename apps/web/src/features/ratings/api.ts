import type { HistorySort, MediaType, UserMediumRating } from '@marquee/contracts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

/* The rating of a title */

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

export async function deleteRating(mediumId: number): Promise<void> {
  await api('DELETE /api/v1/media/{id}/user_medium_ratings', { params: { id: mediumId } });
}

/** Returns the query for suggested tags that match a text. An empty text matches all suggested tags. */
export function tagsQuery(query: string) {
  return queryOptions({
    queryKey: ['tags', query],
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/system_medium_tags', { query: { query }, signal })).system_medium_tags,
    placeholderData: keepPreviousData,
  });
}

/** Turns the share suggestion off for this title. */
export async function stopSuggesting(mediumId: number): Promise<void> {
  await api('PUT /api/v1/media/{id}/user_medium_settings/0', {
    params: { id: mediumId },
    body: { user_medium_setting: { not_suggest_sharing: true } },
  });
}

/* Titles to rate, and titles that were rated */

/**
 * Titles that the caller probably knows. The deck must not change while the member rates, so the query
 * fetches again only at its end.
 */
export const toRateQuery = infiniteQueryOptions({
  queryKey: mediaKeys.toRate,
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v1/media/to_rate', { query: { view: 'card', page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
  staleTime: Infinity,
});

/** Order and filters of the rating history. */
export interface HistoryView {
  sort: HistorySort;
  media_type: MediaType;
  tag: string | null;
  /** Whether titles that were seen without a rating are shown too. */
  seen: boolean;
  /** The import whose titles alone are shown. */
  import_id: number | null;
}

/**
 * Returns the query for the titles that the caller has rated or seen. The previous titles stay until the titles of a new order
 * or filter are loaded.
 */
export function historyQuery({ tag, seen, import_id, ...view }: HistoryView) {
  return infiniteQueryOptions({
    queryKey: [...mediaKeys.history, view, tag, seen, import_id],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/media/rating_history', {
        query: {
          view: 'card',
          page: pageParam,
          ...view,
          ...(tag !== null && { tag }),
          ...(seen && { seen }),
          ...(import_id !== null && { import_id }),
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  });
}

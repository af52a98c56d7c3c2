import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/** Returns the query for suggested tags that match a text. An empty text matches all suggested tags. */
export function tagsQuery(query: string) {
  return queryOptions({
    queryKey: ['tags', query],
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/system_medium_tags', { query: { query }, signal })).system_medium_tags,
    placeholderData: keepPreviousData,
  });
}

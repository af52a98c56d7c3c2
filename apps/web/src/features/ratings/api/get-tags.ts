import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/api.ts';

/** The house's tags that match what is typed; all of them for nothing. */
export function tagsQuery(query: string) {
  return queryOptions({
    queryKey: ['tags', query],
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/system_medium_tags', { query: { query }, signal })).system_medium_tags,
    placeholderData: keepPreviousData,
  });
}

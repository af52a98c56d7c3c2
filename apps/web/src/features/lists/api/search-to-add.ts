import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/**
 * Returns the query for titles to add, with `already_added` set for titles in the list. The results are a menu
 * and not part of the title cache.
 */
export function searchToAddQuery(listId: number, query: string) {
  return queryOptions({
    queryKey: ['lists', 'search', listId, query],
    queryFn: async ({ signal }) => {
      const search = { selection: 'search', query, for_list: listId, view: 'card', per_page: 8 } as const;
      return (await api('GET /api/v2/media', { query: search, signal })).media;
    },
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
}

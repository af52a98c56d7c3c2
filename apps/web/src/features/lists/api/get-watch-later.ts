import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '#src/lib/http/query-client.ts';
import { readOrder } from '../reorder.ts';
import { listStateQuery } from './get-list.ts';
import { listsQuery } from './get-lists.ts';

/** The ids of Watch Later and of its titles. Refreshed with all lists, because its key starts with theirs. */
export const watchLaterQuery = queryOptions({
  queryKey: ['lists', 'watch_later'],
  queryFn: async () => {
    const lists = await queryClient.fetchQuery(listsQuery);
    const list = lists.find(({ list_type }) => list_type === 'watch_later');
    if (!list || list.count_media === 0) return { listId: list?.id ?? null, mediumIds: [] };
    const { sorted_medium_ids: order } = await queryClient.fetchQuery(listStateQuery(list.id));
    return { listId: list.id, mediumIds: readOrder(order) };
  },
});

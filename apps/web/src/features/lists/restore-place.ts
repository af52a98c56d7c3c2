import { queryClient } from '#src/lib/http/query-client.ts';
import { listStateQuery, updateList } from './api.ts';
import { placeAsBefore, readOrder } from './reorder.ts';

/**
 * Moves a title that was added again to its place in the order `before`. The order is read again, because another
 * member may have changed it, and an order of other titles is refused.
 */
export async function restorePlace(
  listId: number,
  mediumId: number,
  before: readonly number[],
): Promise<void> {
  const list = await queryClient.fetchQuery({ ...listStateQuery(listId), staleTime: 0 });
  const now = readOrder(list.sorted_medium_ids);
  const wanted = placeAsBefore(now, mediumId, before).join(',');
  if (wanted !== now.join(',')) await updateList(listId, { sorted_medium_ids: wanted });
}

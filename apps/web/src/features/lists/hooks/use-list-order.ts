import type { UserList } from '@marquee/contracts';
import { ApiError } from '@marquee/contracts/client';
import { useState } from 'react';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { writeOptimistically } from '#src/lib/http/optimistic-write.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { updateList } from '../api.ts';
import { readOrder } from '../reorder.ts';

/**
 * Returns the order of a list while it is sorted. The order changes immediately, is saved in the background
 * and is restored when saving fails.
 */
export function useListOrder(list: UserList) {
  const saved = readOrder(list.sorted_medium_ids);
  const [moved, setMoved] = useState<readonly number[] | null>(null);

  const reload = () => queryClient.invalidateQueries({ queryKey: [...mediaKeys.allLists, String(list.id)] });
  const save = async (order: readonly number[]) => {
    try {
      await updateList(list.id, { sorted_medium_ids: order.join(',') });
      await reload();
    } catch (error) {
      // With 409, another user has changed the list.
      if (error instanceof ApiError && error.status === 409) await reload();
      throw error;
    }
  };

  return {
    order: moved ?? saved,
    move: (order: readonly number[]) => {
      // Shows the server's order again, unless the user has moved another title since.
      const release = () => setMoved((now) => (now === order ? null : now));
      void writeOptimistically({
        scope: `list-${list.id}`,
        patch: () => {
          setMoved(order);
          return release;
        },
        save: () => save(order),
        failure: 'We could not save the new order, so the list is as it was.',
        settled: release,
      });
    },
  };
}

import type { UserList } from '@marquee/contracts';
import { ApiError } from '@marquee/contracts/client';
import { useState } from 'react';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { messageOf } from '#src/lib/http/errors.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { updateList } from '../api/update-list.ts';
import { readOrder } from '../reorder.ts';

/** Saves run one after another, so that an older order never overwrites a newer one. */
let saving: Promise<unknown> = Promise.resolve();

/**
 * The order of a list while it is sorted. It changes immediately, is saved in the background and is restored when
 * saving fails. After a 409 the list is fetched again, because another user changed it.
 */
export function useListOrder(list: UserList) {
  const saved = readOrder(list.sorted_medium_ids);
  const [moved, setMoved] = useState<readonly number[] | null>(null);

  const reload = () => queryClient.invalidateQueries({ queryKey: [...mediaKeys.allLists, String(list.id)] });
  const save = async (order: readonly number[]) => {
    const turn = saving.then(() => updateList(list.id, { sorted_medium_ids: order.join(',') }));
    saving = turn.catch(() => {});
    try {
      await turn;
      await reload();
    } catch (error) {
      const conflict = error instanceof ApiError && error.status === 409;
      if (conflict) await reload();
      showToast(messageOf(error, 'The order could not be saved. The previous order is restored.'), {
        tone: 'failure',
      });
    }
    // The server's order applies unless another title was moved in between.
    setMoved((now) => (now === order ? null : now));
  };

  return {
    order: moved ?? saved,
    move: (order: readonly number[]) => {
      setMoved(order);
      void save(order);
    },
  };
}

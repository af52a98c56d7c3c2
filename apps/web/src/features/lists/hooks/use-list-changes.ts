import type { UserList } from '@marquee/contracts';
import { ApiError } from '@marquee/contracts/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { listStateQuery } from '../api.ts';
import { changeInWords } from '../change-in-words.ts';

/** Time in ms between two requests for the state: docs/architecture.md#shared-lists. */
const ASK_EVERY_MS = 4_000;

/** Returns whether other users can change the list while it is open. */
const isShared = (list: UserList): boolean =>
  !list.staff_pick &&
  !list.pending_accept &&
  (!list.is_owner || list.collaborate || list.share_items.length > 0);

/** Returns the fields of a list that differ after a change, as text for comparison. */
const signatureOf = ({ name, can_edit, can_share, collaborate, sorted_medium_ids }: UserList): string =>
  JSON.stringify([name, can_edit, can_share, collaborate, sorted_medium_ids]);

/**
 * Requests the state of a shared list every ASK_EVERY_MS while the page is visible, and when it becomes
 * visible. When the state differs, fetches the list again.
 * A toast says what changed.
 */
export function useListChanges(list: UserList | undefined): void {
  const { data, error, dataUpdatedAt, errorUpdatedAt } = useQuery({
    ...listStateQuery(list?.id ?? 0),
    enabled: list !== undefined && isShared(list),
    // The list of the page is used as the first reply.
    initialData: list,
    staleTime: ASK_EVERY_MS,
    retry: false,
    refetchInterval: ASK_EVERY_MS,
    refetchOnWindowFocus: 'always',
  });
  const isGone = error instanceof ApiError && error.status === 404;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each reply
  useEffect(() => {
    if (list === undefined) return;
    const titles = { queryKey: [...mediaKeys.allLists, String(list.id)] };
    // Do not compare while this page saves a change or fetches the list. After saving, the page fetches the
    // list.
    if (queryClient.isMutating() > 0 || queryClient.isFetching(titles) > 0) return;
    const isChanged = data !== undefined && data.id === list.id && signatureOf(data) !== signatureOf(list);
    if (!isGone && !isChanged) return;
    const change = data?.last_change;
    const isNew = isChanged && change && change.at !== list.last_change?.at;
    showToast(isNew ? changeInWords(change) : 'This list was changed by another member.');
    void queryClient.invalidateQueries(titles);
  }, [dataUpdatedAt, errorUpdatedAt]);
}

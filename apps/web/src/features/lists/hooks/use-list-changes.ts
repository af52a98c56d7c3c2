import type { UserList } from '@marquee/contracts';
import { ApiError } from '@marquee/contracts/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { listStateQuery } from '../api/get-list.ts';

/** Time in ms between two requests for the state: docs/architecture.md#shared-lists. */
const ASK_EVERY_MS = 4_000;

/** Returns whether other users can change the list while it is open. */
const isShared = (list: UserList): boolean =>
  !list.staff_pick &&
  !list.pending_accept &&
  (!list.is_owner || list.collaborate || list.share_items.length > 0);

const time = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

/** Returns the fields of a list that differ after a change, as text for comparison. */
const signatureOf = ({ name, can_edit, can_share, collaborate, sorted_medium_ids }: UserList): string =>
  JSON.stringify([name, can_edit, can_share, collaborate, sorted_medium_ids]);

/**
 * Requests the state of a shared list every ASK_EVERY_MS while the page is visible, and when it becomes
 * visible. When the state differs, fetches the list again.
 * @returns a text for a live region after each change made elsewhere
 */
export function useListChanges(list: UserList | undefined): string {
  const [news, setNews] = useState('');
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
    // The text contains the time, because a live region does not announce an equal text again.
    setNews(`This list was changed elsewhere at ${time.format(Date.now())}. It is up to date again.`);
    void queryClient.invalidateQueries(titles);
  }, [dataUpdatedAt, errorUpdatedAt]);
  return news;
}

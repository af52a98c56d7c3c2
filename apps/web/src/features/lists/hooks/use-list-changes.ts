import type { UserList } from '@marquee/contracts';
import { ApiError } from '@marquee/contracts/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { listStateQuery } from '../api/get-list.ts';

/** Time in ms between two questions: docs/architecture.md#shared-lists. */
const ASK_EVERY_MS = 4_000;

/** Returns whether other users can change the list while it is open. */
const isShared = (list: UserList): boolean =>
  !list.staff_pick &&
  !list.pending_accept &&
  (!list.is_owner || list.collaborate || list.share_items.length > 0);

const time = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

/** The part of an answer about a list that stays equal while the list is unchanged. */
const signatureOf = ({ name, can_edit, can_share, collaborate, sorted_medium_ids }: UserList): string =>
  JSON.stringify([name, can_edit, can_share, collaborate, sorted_medium_ids]);

/**
 * Asks for the state of a shared list while the page is visible, and at once when it becomes visible. A different state
 * fetches the list again. Returns a text for a live region after each change that was made elsewhere.
 */
export function useListChanges(list: UserList | undefined): string {
  const [news, setNews] = useState('');
  const { data, error, dataUpdatedAt, errorUpdatedAt } = useQuery({
    ...listStateQuery(list?.id ?? 0),
    enabled: list !== undefined && isShared(list),
    // The page's own answer counts as the first one.
    initialData: list,
    staleTime: ASK_EVERY_MS,
    retry: false,
    refetchInterval: ASK_EVERY_MS,
    refetchOnWindowFocus: 'always',
  });
  const isGone = error instanceof ApiError && error.status === 404;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each answer, compared with the list of then
  useEffect(() => {
    if (list === undefined) return;
    const titles = { queryKey: [...mediaKeys.allLists, String(list.id)] };
    // An own write comes first. It fetches the list when it ends.
    if (queryClient.isMutating() > 0 || queryClient.isFetching(titles) > 0) return;
    const isChanged = data !== undefined && data.id === list.id && signatureOf(data) !== signatureOf(list);
    if (!isGone && !isChanged) return;
    // With the time, because a live region does not repeat the same text.
    setNews(`This list was changed elsewhere at ${time.format(Date.now())}. It is up to date again.`);
    void queryClient.invalidateQueries(titles);
  }, [dataUpdatedAt, errorUpdatedAt]);
  return news;
}

import type { MediumCard, UserList } from '@marquee/contracts';
import type { CallReply } from '@marquee/contracts/client';
import * as texts from '@marquee/contracts/texts';
import type { InfiniteData } from '@tanstack/react-query';
import { patchMedium } from '#src/features/titles/cache/media-cache.ts';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { markWatchLater } from '#src/features/titles/hooks/watch-later.ts';
import { writeOptimistically } from '#src/lib/http/optimistic-write.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { addToSystemList, listsQuery, removeFromList, type SystemList, watchLaterQuery } from './api.ts';
import { restorePlace } from './restore-place.ts';

const names: Record<SystemList, string> = {
  watchLater: texts.watchLater,
  haventWatched: texts.haventWatched,
};

/** Marks all lists as stale. Visible lists are fetched again. */
export function refreshLists(): void {
  void queryClient.invalidateQueries({ queryKey: mediaKeys.entries });
  void queryClient.invalidateQueries({ queryKey: mediaKeys.allLists });
}

/**
 * Puts the saved sharing of a list into the cache and fetches the lists again. The cache must be current,
 * because the share dialog can be opened again before the reply.
 */
export function storeSharing({ id, share_items, share_code }: UserList): void {
  const store = (list: UserList) => (list.id === id ? { ...list, share_items, share_code } : list);
  queryClient.setQueryData(listsQuery.queryKey, (lists) => lists?.map(store));
  queryClient.setQueriesData(
    { queryKey: mediaKeys.allLists },
    (list: InfiniteData<CallReply<'GET /api/v1/user_lists/{id}'>> | undefined) =>
      list && { ...list, pages: list.pages.map((page) => ({ ...page, user_list: store(page.user_list) })) },
  );
  refreshLists();
}

/** Removes deleted or left lists from the cache, because a request for one of these lists returns 404. */
export function dropLists(ids: readonly number[]): void {
  queryClient.setQueryData(listsQuery.queryKey, (lists) => lists?.filter(({ id }) => !ids.includes(id)));
  for (const id of ids) queryClient.removeQueries({ queryKey: [...mediaKeys.allLists, String(id)] });
}

/** Adds a title to Watch Later or Haven't Watched, with Undo. Resolves to false when the save fails. */
export async function addTitleTo(
  list: SystemList,
  { id, title }: Pick<MediumCard, 'id' | 'title'>,
): Promise<boolean> {
  const listId = await writeOptimistically({
    scope: `lists-of-${id}`,
    patch: () => {
      const restore = patchMedium(id, { has_list: true });
      const unmark = list === 'watchLater' ? markWatchLater(id, true) : null;
      return () => {
        restore();
        unmark?.();
      };
    },
    save: () => addToSystemList(list, id),
    done: `“${title}” is in ${names[list]}.`,
    failure: `“${title}” could not be added to ${names[list]}. Please try again.`,
    undo: {
      save: (added) => removeFromList(added, id),
      failure: `“${title}” could not be removed from the list. Please try again.`,
    },
    settled: refreshLists,
  });
  return listId !== null;
}

/** Removes a title from Watch Later, with Undo. */
export async function removeFromWatchLater({ id, title }: Pick<MediumCard, 'id' | 'title'>): Promise<void> {
  await writeOptimistically({
    scope: `lists-of-${id}`,
    patch: () => markWatchLater(id, false),
    save: async () => {
      const before = await queryClient.ensureQueryData(watchLaterQuery);
      if (before.listId !== null) await removeFromList(before.listId, id);
      return before;
    },
    done: `“${title}” is no longer in ${texts.watchLater}.`,
    failure: `“${title}” could not be removed from ${texts.watchLater}. Please try again.`,
    undo: {
      save: async ({ mediumIds }) => {
        const listId = await addToSystemList('watchLater', id);
        await restorePlace(listId, id, mediumIds);
      },
      failure: `“${title}” could not be added to ${texts.watchLater}. Please try again.`,
    },
    settled: () => {
      refreshLists();
      // Only the server knows whether another list has the title.
      void queryClient.invalidateQueries({ queryKey: mediaKeys.one(id, true) });
    },
  });
}

import type { MediumCard } from '@marquee/contracts';
import { patchMedium } from '#src/features/titles/cache/media-cache.ts';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { messageOf } from '#src/lib/http/errors.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { addToSystemList, type SystemList } from './api/add-to-system-list.ts';
import { listsQuery } from './api/get-lists.ts';
import { removeFromList } from './api/remove-from-list.ts';

const names: Record<SystemList, string> = { watchLater: 'Watch Later', haventWatched: 'Haven’t Watched' };

/** Marks all lists as stale. Visible lists are fetched again. */
export function refreshLists(): void {
  void queryClient.invalidateQueries({ queryKey: ['lists'] });
  void queryClient.invalidateQueries({ queryKey: mediaKeys.allLists });
}

/** Removes deleted or left lists from the cache, because a request for them answers 404. */
export function dropLists(ids: readonly number[]): void {
  queryClient.setQueryData(listsQuery.queryKey, (lists) => lists?.filter(({ id }) => !ids.includes(id)));
  for (const id of ids) queryClient.removeQueries({ queryKey: [...mediaKeys.allLists, String(id)] });
}

/** Adds a title to Watch Later or Haven't Watched, with Undo. Resolves to false when it could not be saved. */
export async function addTitleTo(
  list: SystemList,
  { id, title }: Pick<MediumCard, 'id' | 'title'>,
): Promise<boolean> {
  const restore = patchMedium(id, { has_list: true });
  const added = addToSystemList(list, id);
  const undo = async () => {
    restore();
    try {
      await removeFromList(await added, id);
    } catch (error) {
      patchMedium(id, { has_list: true });
      showToast(messageOf(error, `“${title}” could not be removed from the list. Please try again.`), {
        tone: 'failure',
      });
    }
    refreshLists();
  };
  showToast(`“${title}” is in ${names[list]}.`, { undo: () => void undo() });
  try {
    await added;
    refreshLists();
    return true;
  } catch (error) {
    restore();
    showToast(messageOf(error, `“${title}” could not be added to ${names[list]}. Please try again.`), {
      tone: 'failure',
    });
    return false;
  }
}

import type { MediumCard, UserList } from '@marquee/contracts';
import { patchMedium } from '#src/features/titles/cache/media-cache.ts';
import { messageOf } from '#src/lib/http/errors.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { refreshLists } from './add-to-list.ts';
import { saveSelection } from './api/save-selection.ts';

/**
 * Sets which lists hold the title, immediately and with Undo to the `previous` lists. Resolves to the lists that may be
 * shared next.
 */
export async function saveListsOf(
  medium: Pick<MediumCard, 'id' | 'title'>,
  lists: readonly number[],
  previous: readonly number[],
  thenShare = false,
): Promise<UserList[]> {
  const apply = async (chosen: readonly number[]) => {
    const restore = patchMedium(medium.id, { has_list: chosen.length > 0 });
    try {
      return (await saveSelection(medium.id, chosen, thenShare)).share_user_lists;
    } catch (error) {
      restore();
      showToast(messageOf(error, 'The lists could not be saved. Please try again.'), { tone: 'failure' });
      return [];
    } finally {
      refreshLists();
    }
  };
  showToast(`The lists of “${medium.title}” are saved.`, { undo: () => void apply(previous) });
  return apply(lists);
}

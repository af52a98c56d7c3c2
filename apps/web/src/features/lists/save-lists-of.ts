import type { MediumCard, UserList } from '@marquee/contracts';
import { messageOf } from '#src/lib/errors.ts';
import { patchMedium } from '#src/lib/media-cache.ts';
import { showToast } from '#src/lib/toast.ts';
import { refreshLists } from './add-to-list.ts';
import { saveSelection } from './api/save-selection.ts';

/**
 * Makes `lists` exactly those that hold the title, shown at once and with Undo to the `former` ones. Answers the lists
 * to go on with when they shall be shared.
 */
export async function saveListsOf(
  medium: Pick<MediumCard, 'id' | 'title'>,
  lists: readonly number[],
  former: readonly number[],
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
  showToast(`The lists of “${medium.title}” are saved.`, { undo: () => void apply(former) });
  return apply(lists);
}

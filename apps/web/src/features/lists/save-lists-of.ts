import type { MediumCard } from '@marquee/contracts';
import { messageOf } from '#src/lib/errors.ts';
import { patchMedium } from '#src/lib/media-cache.ts';
import { showToast } from '#src/lib/toast.ts';
import { refreshLists } from './add-to-list.ts';
import { saveSelection } from './api/save-selection.ts';

/** Makes `lists` exactly those that hold the title, shown at once and with Undo to the `former` ones. */
export async function saveListsOf(
  medium: Pick<MediumCard, 'id' | 'title'>,
  lists: readonly number[],
  former: readonly number[],
): Promise<void> {
  const apply = async (chosen: readonly number[]) => {
    const restore = patchMedium(medium.id, { has_list: chosen.length > 0 });
    try {
      await saveSelection(medium.id, chosen);
    } catch (error) {
      restore();
      showToast(messageOf(error, 'The lists could not be saved. Please try again.'), { tone: 'failure' });
    }
    refreshLists();
  };
  showToast(`The lists of “${medium.title}” are saved.`, { undo: () => void apply(former) });
  await apply(lists);
}

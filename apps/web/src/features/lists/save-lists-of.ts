import type { MediumCard, UserList } from '@marquee/contracts';
import { patchMedium } from '#src/features/titles/cache/media-cache.ts';
import { writeOptimistically } from '#src/lib/http/optimistic-write.ts';
import { refreshLists } from './add-to-list.ts';
import { saveSelection } from './api.ts';

/**
 * Sets which lists contain the title, immediately and with Undo to the `previous` lists. Resolves to the lists that the
 * user can share next.
 */
export async function saveListsOf(
  medium: Pick<MediumCard, 'id' | 'title'>,
  lists: readonly number[],
  previous: readonly number[],
  thenShare = false,
): Promise<UserList[]> {
  const failure = 'We could not save your lists. Please try again.';
  const reply = await writeOptimistically({
    scope: `lists-of-${medium.id}`,
    patch: () => patchMedium(medium.id, { has_list: lists.length > 0 }),
    save: () => saveSelection(medium.id, lists, thenShare),
    done: `Lists for “${medium.title}” saved.`,
    failure,
    undo: { save: () => saveSelection(medium.id, previous, thenShare), failure },
    settled: refreshLists,
  });
  return reply?.share_user_lists ?? [];
}

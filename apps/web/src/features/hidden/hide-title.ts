import type { MediumCard } from '@marquee/contracts';
import { HIDE_FADE_MS } from '@marquee/contracts/constants';
import { findCachedMedium, patchMedium } from '#src/features/titles/cache/media-cache.ts';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { setLeaving } from '#src/features/titles/hooks/leaving.ts';
import { messageOf } from '#src/lib/http/errors.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { setHidden } from './api/set-hidden.ts';

/** Marks the hidden list as stale without fetching it, so that a visible list does not jump. */
function refreshHiddenList(): void {
  void queryClient.invalidateQueries({ queryKey: mediaKeys.hidden, refetchType: 'none' });
}

/**
 * Hides or unhides a title. It fades for a second and is then marked; the server call starts immediately. Undo and a
 * failed call restore the title.
 */
export async function setTitleHidden(
  { id, title }: Pick<MediumCard, 'id' | 'title'>,
  hidden: boolean,
): Promise<void> {
  setLeaving(id, true);
  const fade = setTimeout(() => {
    patchMedium(id, { hidden });
    setLeaving(id, false);
  }, HIDE_FADE_MS);
  const takeBack = () => {
    clearTimeout(fade);
    setLeaving(id, false);
    patchMedium(id, { hidden: !hidden });
  };

  const saved = setHidden(id, hidden);
  const undo = async () => {
    takeBack();
    try {
      // Waits for the first call, so that the server receives both in order.
      await saved;
      await setHidden(id, !hidden);
      // Rows fetched while the title was hidden do not contain it.
      if (hidden && !findCachedMedium(id, mediaKeys.allRows)) {
        void queryClient.invalidateQueries({ queryKey: mediaKeys.allRows });
      }
    } catch (error) {
      patchMedium(id, { hidden });
      showToast(messageOf(error, `The change to “${title}” could not be undone. Please try again.`), {
        tone: 'failure',
      });
    }
    refreshHiddenList();
  };
  showToast(hidden ? `“${title}” is hidden.` : `“${title}” is no longer hidden.`, {
    undo: () => void undo(),
  });

  try {
    await saved;
    refreshHiddenList();
  } catch (error) {
    takeBack();
    showToast(
      messageOf(error, `“${title}” could not be ${hidden ? 'hidden' : 'unhidden'}. Please try again.`),
      {
        tone: 'failure',
      },
    );
  }
}

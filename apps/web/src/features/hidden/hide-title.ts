import type { MediumCard } from '@marquee/contracts';
import { HIDE_FADE_MS } from '@marquee/contracts/constants';
import { setLeaving } from '#src/components/titles/leaving.ts';
import { messageOf } from '#src/lib/errors.ts';
import { findCachedMedium, patchMedium } from '#src/lib/media-cache.ts';
import { mediaKeys } from '#src/lib/media-keys.ts';
import { queryClient } from '#src/lib/query-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { setHidden } from './api/set-hidden.ts';

/** The hidden list is fetched anew only by who looks at it next: under somebody's eyes it must not jump. */
function refreshHiddenList(): void {
  void queryClient.invalidateQueries({ queryKey: mediaKeys.hidden, refetchType: 'none' });
}

/**
 * Hides a title or shows it again: it fades for a second and is then marked, the server is told at once, Undo takes
 * it back, and a refusal does so too.
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
      // In order, else the server might keep the first for the last word.
      await saved;
      await setHidden(id, !hidden);
      // Rows that were fetched meanwhile came without it.
      if (hidden && !findCachedMedium(id, mediaKeys.allRows)) {
        void queryClient.invalidateQueries({ queryKey: mediaKeys.allRows });
      }
    } catch (error) {
      patchMedium(id, { hidden });
      showToast(messageOf(error, `“${title}” could not be brought back. Please try again.`), {
        tone: 'failure',
      });
    }
    refreshHiddenList();
  };
  showToast(hidden ? `“${title}” is hidden.` : `“${title}” is back.`, { undo: () => void undo() });

  try {
    await saved;
    refreshHiddenList();
  } catch (error) {
    takeBack();
    showToast(messageOf(error, `“${title}” could not be ${hidden ? 'hidden' : 'shown'}. Please try again.`), {
      tone: 'failure',
    });
  }
}

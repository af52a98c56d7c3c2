import type { MediumCard } from '@marquee/contracts';
import { HIDE_FADE_MS } from '@marquee/contracts/constants';
import { findCachedMedium, patchMedium } from '#src/features/titles/cache/media-cache.ts';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { setJustHidden, setLeaving } from '#src/features/titles/hooks/leaving.ts';
import { writeOptimistically } from '#src/lib/http/optimistic-write.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { setHidden } from './api.ts';

/**
 * Fades the title out for a second, then changes `hidden` in the cache. The returned function reverts the
 * change.
 */
function fade(id: number, hidden: boolean): () => void {
  setLeaving(id, true);
  const timer = setTimeout(() => {
    patchMedium(id, { hidden });
    setLeaving(id, false);
    setJustHidden(id, hidden);
  }, HIDE_FADE_MS);
  return () => {
    clearTimeout(timer);
    setLeaving(id, false);
    setJustHidden(id, false);
    patchMedium(id, { hidden: !hidden });
  };
}

/** Hides or unhides a title. The server call starts while the title fades. */
export async function setTitleHidden(
  { id, title }: Pick<MediumCard, 'id' | 'title'>,
  hidden: boolean,
): Promise<void> {
  await writeOptimistically({
    scope: `hidden-${id}`,
    patch: () => fade(id, hidden),
    save: () => setHidden(id, hidden),
    done: hidden ? `“${title}” is hidden.` : `“${title}” is no longer hidden.`,
    failure: `“${title}” could not be ${hidden ? 'hidden' : 'unhidden'}. Please try again.`,
    undo: {
      save: async () => {
        await setHidden(id, !hidden);
        // Rows that were fetched while the title was hidden do not contain the title. Fetch these rows again.
        if (hidden && !findCachedMedium(id, mediaKeys.allRows))
          void queryClient.invalidateQueries({ queryKey: mediaKeys.allRows });
      },
      failure: `The change to “${title}” could not be undone. Please try again.`,
    },
    // Marks the hidden titles as stale without fetching them, so that a visible list does not jump.
    settled: () => void queryClient.invalidateQueries({ queryKey: mediaKeys.hidden, refetchType: 'none' }),
  });
}

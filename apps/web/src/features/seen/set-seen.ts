import type { MediumCard, SaveSeen } from '@marquee/contracts';
import { findCachedMedium, patchMedium } from '#src/features/titles/cache/media-cache.ts';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { writeOptimistically } from '#src/lib/http/optimistic-write.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { deleteSeen, saveSeen } from './api.ts';

const UNKNOWN = { seen_on: null, plays: null, up_to_season: null };

const save = (id: number, seen: SaveSeen['seen'] | null): Promise<void> =>
  seen === null ? deleteSeen(id) : saveSeen(id, seen);

/** Marks a title as seen, or takes the mark back with null. Undo restores what was known of it. */
export async function setSeen(
  { id, title, seen: given }: Pick<MediumCard, 'id' | 'title' | 'seen'>,
  seen: SaveSeen['seen'] | null,
): Promise<void> {
  const before = (findCachedMedium(id) ?? { seen: given }).seen;
  await writeOptimistically({
    scope: `seen-${id}`,
    patch: () => patchMedium(id, { seen: seen && { ...UNKNOWN, ...before, ...seen } }),
    save: () => save(id, seen),
    done: seen ? `“${title}” is marked as seen.` : `“${title}” is no longer marked as seen.`,
    failure: `The change to “${title}” could not be saved. Please try again.`,
    undo: {
      save: () => save(id, before),
      failure: `The change to “${title}” could not be undone. Please try again.`,
    },
    // Marks the rows as stale without fetching them, so that what is on screen does not jump.
    settled: () => {
      void queryClient.invalidateQueries({ queryKey: mediaKeys.all, refetchType: 'none' });
      void queryClient.invalidateQueries({ queryKey: mediaKeys.entries });
    },
  });
}

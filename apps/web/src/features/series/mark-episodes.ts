import type { MediumCard, Progress } from '@marquee/contracts';
import { findCachedMedium, patchMedium } from '#src/features/titles/cache/media-cache.ts';
import { mediaKeys, TONIGHT_KEY } from '#src/features/titles/cache/media-keys.ts';
import { isSaving, writeOptimistically } from '#src/lib/http/optimistic-write.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { episodesQuery, saveEpisodes, saveWatching, type Watching } from './api.ts';
import { lastAired, type Mark, type Which, withMarks } from './progress.ts';

type Series = Pick<MediumCard, 'id' | 'title' | 'progress'>;

const scopeOf = (id: number): string => `episodes-${id}`;

/** Returns the progress of a series as it is shown now. */
const progressOf = ({ id, progress }: Series): Progress | null =>
  (findCachedMedium(id) ?? { progress }).progress;

/**
 * Marks the data of a series as stale. What is on screen keeps its place, but a series that Up next lacks is fetched. Waits for
 * the last of several changes, because an earlier reply would take the later ones back for a moment.
 */
function refresh(id: number): void {
  if (isSaving(scopeOf(id))) return;
  void queryClient.invalidateQueries({ queryKey: episodesQuery(id).queryKey });
  const isListed = findCachedMedium(id, mediaKeys.upNext('watching')) !== undefined;
  void queryClient.invalidateQueries({ queryKey: mediaKeys.all, refetchType: 'none' });
  void queryClient.invalidateQueries({ queryKey: mediaKeys.entries });
  // A pick names the next episode.
  void queryClient.invalidateQueries({ queryKey: TONIGHT_KEY });
  if (!isListed) void queryClient.invalidateQueries({ queryKey: mediaKeys.allUpNext });
}

/** Shows a progress on every card. Without a seen episode, a series is not seen either. */
const showProgress = (id: number, progress: Progress | null): (() => void) =>
  patchMedium(id, { progress, ...(progress?.seen === 0 && { seen: null }) });

/** Shows a progress, and marks on the episodes where they are at hand. The returned function takes both back. */
function show(series: Series, which: Which, mark: Mark, guess: Progress | null): () => void {
  const { queryKey } = episodesQuery(series.id);
  void queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData(queryKey);
  const after = before && withMarks(before, which, mark);
  if (after) queryClient.setQueryData(queryKey, after);
  const restore = showProgress(series.id, after?.progress ?? guess);
  return () => {
    if (before) queryClient.setQueryData(queryKey, before);
    restore();
  };
}

/**
 * Marks episodes as seen or not seen, with Undo.
 * @param said what is meant, such as `S3 E4`
 * @param guess the progress to show where the episodes of the series are not loaded
 */
export async function markEpisodes(
  series: Series,
  which: Which,
  mark: Mark,
  said: string,
  guess: Progress | null = progressOf(series),
): Promise<void> {
  const { id, title } = series;
  const result = mark.seen ? 'is marked as seen' : 'is no longer marked as seen';
  await writeOptimistically({
    scope: scopeOf(id),
    patch: () => show(series, which, mark, guess),
    save: async () => {
      const isOne = 'episodes' in which && which.episodes.length === 1;
      // Many marked at once were seen on unknown days.
      const day = mark.seen && !isOne ? { seen_on: null } : {};
      const saved = await saveEpisodes(id, { ...which, ...mark, ...day });
      showProgress(id, saved.progress);
      return saved;
    },
    done: mark.again ? `${said} of “${title}” has one more view.` : `${said} of “${title}” ${result}.`,
    failure: `The change to “${title}” could not be saved. Please try again.`,
    undo: {
      save: async ({ undo }) => {
        const { progress } = await saveEpisodes(id, { undo });
        showProgress(id, progress);
      },
      failure: `The change to “${title}” could not be undone. Please try again.`,
    },
    settled: () => refresh(id),
  });
}

/** Marks every aired episode of a series as seen or not seen, with Undo. */
export async function markAll(series: Series, seen: boolean): Promise<void> {
  try {
    const { seasons } = await queryClient.ensureQueryData(episodesQuery(series.id));
    const last = lastAired(seasons);
    if (last) await markEpisodes(series, { up_to: last }, { seen }, 'Everything so far');
  } catch (error) {
    showFailure(error, 'The episodes could not be loaded. Please try again.');
  }
}

const SAID: Record<Watching, string> = {
  watching: 'is among what you watch',
  on_hold: 'is on hold',
  dropped: 'is dropped',
};

/** Returns what a member said of a series. The other states follow from what is seen. */
export const watchingOf = ({ state }: Progress): Watching =>
  state === 'on_hold' || state === 'dropped' ? state : 'watching';

/** Goes on with a series, puts it on hold or drops it, with Undo. */
export async function setWatching(series: Series, state: Watching): Promise<void> {
  const { id, title } = series;
  const before = progressOf(series);
  if (before === null) return;
  const { queryKey } = episodesQuery(id);
  const put = async (next: Watching) => {
    const { progress } = await saveWatching(id, next);
    patchMedium(id, { progress });
  };
  await writeOptimistically({
    scope: scopeOf(id),
    patch: () => {
      void queryClient.cancelQueries({ queryKey });
      return patchMedium(id, { progress: { ...before, state } });
    },
    save: () => put(state),
    done: `“${title}” ${SAID[state]}.`,
    failure: `The change to “${title}” could not be saved. Please try again.`,
    undo: {
      save: () => put(watchingOf(before)),
      failure: `The change to “${title}” could not be undone. Please try again.`,
    },
    settled: () => {
      refresh(id);
      void queryClient.invalidateQueries({ queryKey: mediaKeys.allUpNext });
    },
  });
}

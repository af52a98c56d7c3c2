import type { MediumCard, UserMediumRating } from '@marquee/contracts';
import { FAVORITE_RATING, RATING_REFRESH_MS } from '@marquee/contracts/constants';
import { starsInWords } from '@marquee/contracts/in-words';
import { findCachedMedium, patchMedium } from '#src/features/titles/cache/media-cache.ts';
import { mediaKeys, TASTE_KEY } from '#src/features/titles/cache/media-keys.ts';
import { heldTitle } from '#src/features/titles/hooks/held.ts';
import { writeOptimistically } from '#src/lib/http/optimistic-write.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { changeRatingCount } from '#src/lib/session/session.ts';
import { createStore } from '#src/lib/storage/store.ts';
import { deleteRating, ratingQuery, saveRating } from './api.ts';

type Title = Pick<MediumCard, 'id' | 'title'>;
/** A rating of 0–10 with its tags. `rating` is null when the title is unrated. */
interface RatingChange {
  rating: number | null;
  tags?: readonly string[];
}

/** The title that a high rating suggests to share. The app shows the prompt, because the rating's own dialog may be closed. */
export const worthSharing = createStore<MediumCard | null>(null);

let refresh: ReturnType<typeof setTimeout> | undefined;
/** Whether a rating was saved that the rows do not show yet. */
let isDue = false;

/** Refreshes the rows 6 s after the last rating, so that the rows do not change while the member rates. */
function refreshSoon(): void {
  isDue = true;
  clearTimeout(refresh);
  if (heldTitle.read() !== null) return;
  void queryClient.invalidateQueries({ queryKey: mediaKeys.history });
  void queryClient.invalidateQueries({ queryKey: TASTE_KEY });
  refresh = setTimeout(() => {
    isDue = false;
    void queryClient.invalidateQueries({ queryKey: mediaKeys.allRows });
    void queryClient.invalidateQueries({ queryKey: mediaKeys.all, refetchType: 'none' });
  }, RATING_REFRESH_MS);
}

/** Keeps a title in its place, and rows and history as they are, while its stars are open. The returned function ends it. */
export function holdTitle(id: number): () => void {
  heldTitle.write(id);
  clearTimeout(refresh);
  return () => {
    heldTitle.write(null);
    if (isDue) refreshSoon();
  };
}

/** Shows a rating on every card of the title. The returned function restores the previous rating. */
function show(id: number, rating: number | null): () => void {
  // Prefers the cached title, because it also has changes whose replies are pending.
  const before = findCachedMedium(id) ?? queryClient.getQueryData(ratingQuery(id).queryKey);
  const added = Number(rating !== null) - Number((before?.rating ?? null) !== null);
  const restore = patchMedium(id, { rating, favorited: (rating ?? 0) >= FAVORITE_RATING });
  changeRatingCount(added);
  return () => {
    restore();
    changeRatingCount(-added);
  };
}

async function save(id: number, { rating, tags }: RatingChange): Promise<UserMediumRating | null> {
  const reply = (rating === null ? await deleteRating(id) : await saveRating(id, rating, tags)) ?? null;
  const { queryKey } = ratingQuery(id);
  // A title asks for its rating as soon as stars are shown, and that reply may be older than this one.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(
    queryKey,
    reply ?? { medium_id: id, rating: null, tags: [], can_suggest_to_share: false },
  );
  refreshSoon();
  return reply;
}

/**
 * Saves a rating, with an Undo that restores `previous`.
 * @returns the saved rating, or null when the rating was cleared
 * @throws when saving fails
 */
export function rateTitle(
  { id, title }: Title,
  next: RatingChange,
  previous: RatingChange,
): Promise<UserMediumRating | null> {
  return writeOptimistically({
    scope: `rating-${id}`,
    patch: () => show(id, next.rating),
    save: () => save(id, next),
    saved:
      next.rating === null ? `Rating of “${title}” cleared.` : `${starsInWords(next.rating)} for “${title}”.`,
    undo: {
      // Only cleared stars took the tags with them. Otherwise the tags stay as they are now.
      save: () => save(id, next.rating === null ? previous : { rating: previous.rating }),
      failure: 'The previous rating could not be restored. Please try again.',
    },
  });
}

/** Saves stars, or clears them with null, and keeps the tags. Resolves to false after a failure, which a toast reports. */
export async function saveStars(medium: MediumCard, rating: number | null): Promise<boolean> {
  const stored = queryClient.getQueryData(ratingQuery(medium.id).queryKey);
  try {
    const saved = await rateTitle(medium, { rating }, stored ?? { rating: medium.rating });
    if (saved?.can_suggest_to_share) worthSharing.write(medium);
    return true;
  } catch (error) {
    showFailure(error, 'We could not save your rating. Please try again.');
    return false;
  }
}

/** Saves the tags of a rated title at once. A toast reports a failure. */
export async function saveTags(id: number, tags: readonly string[]): Promise<void> {
  const { queryKey } = ratingQuery(id);
  await writeOptimistically({
    scope: `rating-${id}`,
    patch: () => {
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (old) => old && { ...old, tags: [...tags] });
      return () => queryClient.setQueryData(queryKey, before);
    },
    // Stars that were sent before are saved by now, so the stars of the moment are those that go with the tags.
    save: async () => {
      const rating = queryClient.getQueryData(queryKey)?.rating ?? null;
      if (rating !== null) await save(id, { rating, tags });
    },
    failure: 'We could not save the tags. Please try again.',
  });
}

import type { MediumCard, UserMediumRating } from '@marquee/contracts';
import { FAVORITE_RATING, RATING_REFRESH_MS } from '@marquee/contracts/constants';
import { starsInWords } from '#src/components/ui/stars.tsx';
import { messageOf } from '#src/lib/errors.ts';
import { patchMedium } from '#src/lib/media-cache.ts';
import { mediaKeys } from '#src/lib/media-keys.ts';
import { queryClient } from '#src/lib/query-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { deleteRating } from './api/delete-rating.ts';
import { ratingQuery } from './api/get-rating.ts';
import { saveRating } from './api/save-rating.ts';

type Title = Pick<MediumCard, 'id' | 'title'>;
/** A rating 0–10 with its tags, or none. */
interface Verdict {
  rating: number | null;
  tags?: readonly string[];
}

let refresh: ReturnType<typeof setTimeout> | undefined;

/** The rows follow the new taste six seconds after the last rating, not under the hand that is still rating. */
function refreshSoon(): void {
  void queryClient.invalidateQueries({ queryKey: mediaKeys.history });
  clearTimeout(refresh);
  refresh = setTimeout(() => {
    void queryClient.invalidateQueries({ queryKey: mediaKeys.allRows });
    void queryClient.invalidateQueries({ queryKey: mediaKeys.all, refetchType: 'none' });
  }, RATING_REFRESH_MS);
}

/** Shows the verdict everywhere at once and saves it; a refusal puts the former one back and is thrown. */
async function save({ id }: Title, { rating, tags }: Verdict): Promise<UserMediumRating | null> {
  const restore = patchMedium(id, { rating, favorited: (rating ?? 0) >= FAVORITE_RATING });
  try {
    const saved = rating === null ? await deleteRating(id) : await saveRating(id, rating, tags);
    const reply = saved ?? null;
    queryClient.setQueryData(
      ratingQuery(id).queryKey,
      reply ?? { medium_id: id, rating: null, tags: [], can_suggest_to_share: false },
    );
    refreshSoon();
    return reply;
  } catch (error) {
    restore();
    throw error;
  }
}

/** Saves a verdict over the `former` one, which Undo brings back. Answers the rating as kept, null for none. */
export async function rateTitle(
  title: Title,
  verdict: Verdict,
  former: Verdict,
): Promise<UserMediumRating | null> {
  const reply = await save(title, verdict);
  const undo = async () => {
    try {
      await save(title, former);
    } catch (error) {
      showToast(messageOf(error, 'The former rating could not be brought back. Please try again.'), {
        tone: 'failure',
      });
    }
  };
  showToast(
    verdict.rating === null
      ? `Your rating of “${title.title}” is cleared.`
      : `${starsInWords(verdict.rating)} for “${title.title}”.`,
    { undo: () => void undo() },
  );
  return reply;
}

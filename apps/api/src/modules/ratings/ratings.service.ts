import { FAVORITE_RATING, type Medium, type UserMediumRating } from '@marquee/contracts';
import type { WithTransaction } from '#src/data/database.ts';
import type { Titles } from '#src/titles/feeds/titles.ts';
import type { RatingRow, RatingsRepository } from './ratings.repository.ts';

interface Ctx {
  userId: number;
}

interface Dependencies {
  repos: { ratings: RatingsRepository };
  withTransaction: WithTransaction<{ ratings: RatingsRepository }>;
  titles: Pick<Titles, 'get'>;
}

interface Opinion {
  rating: RatingRow | null;
  notSuggestSharing: boolean;
}

const toRating = (mediumId: number, { rating, notSuggestSharing }: Opinion): UserMediumRating => ({
  medium_id: mediumId,
  rating: rating?.rating ?? null,
  tags: rating?.tags ?? [],
  can_suggest_to_share: rating !== null && rating.rating >= FAVORITE_RATING && !notSuggestSharing,
});

/** Removes duplicate tags, ignoring case. Keeps the first spelling of each tag. */
export function uniqueTags(tags: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const tag of tags) {
    const key = tag.toLocaleLowerCase('en');
    if (!first.has(key)) first.set(key, tag);
  }
  return [...first.values()];
}

/** Reads and writes ratings with tags, hides, and the setting for share suggestions. */
export function createRatingsService({ repos, withTransaction, titles }: Dependencies) {
  return {
    /** Returns the rating of a title. An unrated title has `rating: null`. */
    async get({ userId }: Ctx, mediumId: number): Promise<UserMediumRating> {
      return toRating(mediumId, await repos.ratings.get(userId, mediumId));
    },

    /**
     * Stores a rating. Keeps the stored tags when the tags are missing.
     * @returns `isFirst`: whether the title had no rating before.
     */
    async rate(
      { userId }: Ctx,
      mediumId: number,
      given: { rating: number; tag_list?: readonly string[] | undefined },
    ): Promise<{ user_medium_rating: UserMediumRating; isFirst: boolean }> {
      const tags = given.tag_list ? uniqueTags(given.tag_list) : null;
      const isFirst = await repos.ratings.save(userId, mediumId, given.rating, tags);
      const user_medium_rating = toRating(mediumId, await repos.ratings.get(userId, mediumId));
      return { user_medium_rating, isFirst };
    },

    /** Deletes a rating. A repeated call changes nothing. */
    async delete({ userId }: Ctx, mediumId: number): Promise<void> {
      await repos.ratings.get(userId, mediumId);
      await repos.ratings.delete(userId, mediumId);
    },

    /** Hides or shows a title, and returns the title for the caller. A repeated call changes nothing. */
    async setHidden({ userId }: Ctx, mediumId: number, hidden: boolean): Promise<Medium> {
      await withTransaction(async ({ ratings, changed }) => {
        await (hidden ? ratings.hide(userId, mediumId) : ratings.unhide(userId, mediumId));
        changed.add(userId);
      });
      return titles.get(userId, mediumId);
    },

    async saveSetting({ userId }: Ctx, mediumId: number, given: { not_suggest_sharing: boolean }) {
      await repos.ratings.saveSetting(userId, mediumId, given.not_suggest_sharing);
      return { medium_id: mediumId, not_suggest_sharing: given.not_suggest_sharing };
    },

    listTags: (query: string): Promise<{ id: number; tag: string }[]> => repos.ratings.listTags(query),
  };
}

export type RatingsService = ReturnType<typeof createRatingsService>;

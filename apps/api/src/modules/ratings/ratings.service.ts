import type { UserMediumRating } from '@marquee/contracts';
import { uniqueTags } from '@marquee/contracts/plain-text';
import type { Ctx } from '#src/core/ctx.ts';
import type { JsonText } from '#src/core/json-text.ts';
import { repeatLostRaces } from '#src/data/database.ts';
import { fullCard } from '#src/titles/pages/cards.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import type { RatingRow, RatingsRepository } from './ratings.repository.ts';

interface Dependencies {
  repos: { ratings: RatingsRepository };
  users: Pick<UserCache, 'dropTaste' | 'getTaste'>;
}

const toRating = (mediumId: number, rating: RatingRow | null, suggests: boolean): UserMediumRating => ({
  medium_id: mediumId,
  rating: rating?.rating ?? null,
  tags: rating?.tags ?? [],
  can_suggest_to_share: suggests,
});

/** Reads and writes ratings with tags, hides, and the setting for share suggestions. */
export function createRatingsService({ repos, users }: Dependencies) {
  return {
    /** Returns the rating of a title. An unrated title has `rating: null`. Never suggests to share. */
    async get({ userId }: Ctx, mediumId: number): Promise<UserMediumRating> {
      return toRating(mediumId, await repos.ratings.find(userId, mediumId), false);
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
      // Again when a deletion of the account or a merge of titles has locked the same rows in another order.
      const saved = await repeatLostRaces(() => repos.ratings.save(userId, mediumId, given.rating, tags));
      return {
        user_medium_rating: toRating(mediumId, saved, saved.suggestsSharing),
        isFirst: saved.isFirst,
      };
    },

    /** Deletes a rating. A repeated call changes nothing. */
    async delete({ userId }: Ctx, mediumId: number): Promise<void> {
      await repos.ratings.find(userId, mediumId);
      await repos.ratings.delete(userId, mediumId);
    },

    /** Hides or shows a title, and returns the title for the caller. A repeated call changes nothing. */
    async setHidden({ userId }: Ctx, mediumId: number, hidden: boolean): Promise<JsonText> {
      // One statement without a transaction, because transactions of many calls for one title wait for each other and
      // hold all connections.
      await (hidden ? repos.ratings.hide(userId, mediumId) : repos.ratings.unhide(userId, mediumId));
      users.dropTaste(userId);
      return fullCard(await users.getTaste(userId), mediumId);
    },

    async saveSetting({ userId }: Ctx, mediumId: number, given: { not_suggest_sharing: boolean }) {
      await repos.ratings.saveSetting(userId, mediumId, given.not_suggest_sharing);
      return { medium_id: mediumId, not_suggest_sharing: given.not_suggest_sharing };
    },

    listTags: (query: string): Promise<{ id: number; tag: string }[]> => repos.ratings.listTags(query),
  };
}

export type RatingsService = ReturnType<typeof createRatingsService>;

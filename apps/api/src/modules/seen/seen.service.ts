import type { SaveSeen } from '@marquee/contracts';
import { dayIn } from '@marquee/contracts/days';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError, fieldError } from '#src/core/errors.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { EpisodesRepository } from '#src/modules/episodes/episodes.repository.ts';
import { clockIn } from '#src/titles/users/progress.ts';
import type { SeenRepository } from './seen.repository.ts';

interface Dependencies {
  repos: {
    seen: SeenRepository;
    episodes: Pick<EpisodesRepository, 'hasEpisodes'>;
    accounts: { findTimeZone(userId: number): Promise<string | null> };
  };
  withTransaction: WithTransaction<{
    seen: SeenRepository;
    episodes: Pick<EpisodesRepository, 'lockUser' | 'followChanges' | 'markSeasons'>;
  }>;
}

/** Marks titles as seen by the word of the member, and takes such marks back, whoever made them. */
export const createSeenService = ({ repos, withTransaction }: Dependencies) => ({
  /**
   * A repeated call changes nothing. With a season, the aired episodes up to it are seen too, where the catalogue knows them.
   * @throws AppError invalid for a day after today, not_found for an unknown title.
   */
  async save({ userId }: Ctx, mediumId: number, { seen }: SaveSeen): Promise<void> {
    const timeZone = await repos.accounts.findTimeZone(userId);
    if (seen.seen_on && seen.seen_on > dayIn(timeZone, new Date()))
      throw fieldError('seen_on', 'The day must not be in the future');
    const mark = { seenOn: seen.seen_on, plays: seen.plays, upToSeason: seen.up_to_season };
    const { upToSeason } = mark;
    if (!upToSeason) return repos.seen.save(userId, mediumId, mark);
    await withTransaction(async (tx) => {
      await tx.episodes.lockUser(userId);
      await tx.episodes.followChanges(userId, mediumId);
      await tx.seen.save(userId, mediumId, mark);
      await tx.episodes.markSeasons(userId, mediumId, upToSeason, seen.seen_on ?? null, clockIn(timeZone));
    }, `user ${userId}`);
  },

  /**
   * A repeated call changes nothing, and a rating stays. Where episodes are seen, the mark follows them. What an import or a report marked goes too, and reading the file
   * again brings it back.
   */
  async delete({ userId }: Ctx, mediumId: number): Promise<void> {
    if (!(await repos.seen.isTitle(mediumId))) throw new AppError('not_found');
    if (await repos.episodes.hasEpisodes(userId, mediumId))
      throw new AppError('not_permitted', {
        message: 'You have seen episodes of this series. Mark them as not seen instead.',
      });
    await repos.seen.delete(userId, mediumId);
  },
});

export type SeenService = ReturnType<typeof createSeenService>;

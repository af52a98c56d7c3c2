import type { SaveSeen } from '@marquee/contracts';
import { dayIn } from '@marquee/contracts/days';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError, fieldError } from '#src/core/errors.ts';
import type { SeenRepository } from './seen.repository.ts';

interface Dependencies {
  repos: { seen: SeenRepository; accounts: { findTimeZone(userId: number): Promise<string | null> } };
}

/** Marks titles as seen by the word of the member, and takes such marks back, whoever made them. */
export const createSeenService = ({ repos }: Dependencies) => ({
  /**
   * A repeated call changes nothing.
   * @throws AppError invalid for a day after today, not_found for an unknown title.
   */
  async save({ userId }: Ctx, mediumId: number, { seen }: SaveSeen): Promise<void> {
    if (seen.seen_on && seen.seen_on > dayIn(await repos.accounts.findTimeZone(userId), new Date()))
      throw fieldError('seen_on', 'The day must not be in the future');
    await repos.seen.save(userId, mediumId, {
      seenOn: seen.seen_on,
      plays: seen.plays,
      upToSeason: seen.up_to_season,
    });
  },

  /**
   * A repeated call changes nothing, and a rating stays. What an import or a report marked goes too, and reading the file
   * again brings it back.
   */
  async delete({ userId }: Ctx, mediumId: number): Promise<void> {
    if (!(await repos.seen.isTitle(mediumId))) throw new AppError('not_found');
    await repos.seen.delete(userId, mediumId);
  },
});

export type SeenService = ReturnType<typeof createSeenService>;

import { INTERACTION_REPEAT_SECONDS, type UserInteraction } from '@marquee/contracts';
import type { Ctx } from '#src/core/ctx.ts';
import { fieldError } from '#src/core/errors.ts';
import type { WithTransaction } from '#src/data/database.ts';
import { mapInteraction } from './interactions.mapper.ts';
import type { InteractionsRepository } from './interactions.repository.ts';

interface Repos {
  interactions: InteractionsRepository;
}

interface Dependencies {
  repos: Repos;
  withTransaction: WithTransaction<Repos>;
}

const UNANSWERED_MAX = 100;

/** Stores followed offer links, and whether the user watched the title. */
export function createInteractionsService({ repos, withTransaction }: Dependencies) {
  async function requireOffer(tx: Repos, mediumId: number, providerMediumId: number): Promise<void> {
    if (!(await tx.interactions.isOfferOf(mediumId, providerMediumId)))
      throw fieldError('provider_medium_id', 'This offer does not belong to the title');
  }

  return {
    /**
     * Stores a followed link, or returns the same interaction within a minute. The schedule `watched-questions`
     * mails about interactions without an answer.
     */
    create: (
      { userId }: Ctx,
      { medium_id, provider_medium_id }: { medium_id: number; provider_medium_id: number },
    ): Promise<{ user_interaction: UserInteraction; isNew: boolean }> =>
      withTransaction(async (tx) => {
        await requireOffer(tx, medium_id, provider_medium_id);
        await tx.interactions.lock(userId);
        const since = new Date(Date.now() - INTERACTION_REPEAT_SECONDS * 1000);
        const first = await tx.interactions.findSince(userId, medium_id, provider_medium_id, since);
        if (first) return { user_interaction: mapInteraction(first), isNew: false };
        const row = await tx.interactions.create(userId, medium_id, provider_medium_id);
        return { user_interaction: mapInteraction(row), isNew: true };
      }, `user ${userId}`),

    /** Returns the interactions without an answer, newest first. */
    async list({ userId }: Ctx): Promise<UserInteraction[]> {
      return (await repos.interactions.listUnanswered(userId, UNANSWERED_MAX)).map(mapInteraction);
    },

    async get({ userId }: Ctx, id: number): Promise<UserInteraction> {
      return mapInteraction(await repos.interactions.get(userId, id));
    },

    /** Stores an answer, which replaces an earlier answer. Mails are sent only about interactions without an answer. */
    answer: (
      { userId }: Ctx,
      id: number,
      given: { answer: number; provider_medium_id?: number | null | undefined },
    ): Promise<UserInteraction> =>
      withTransaction(async (tx) => {
        const { mediumId } = await tx.interactions.get(userId, id);
        if (given.provider_medium_id) await requireOffer(tx, mediumId, given.provider_medium_id);
        return mapInteraction(
          await tx.interactions.answer(userId, id, given.answer, given.provider_medium_id),
        );
      }),
  };
}

export type InteractionsService = ReturnType<typeof createInteractionsService>;

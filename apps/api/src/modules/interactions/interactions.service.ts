import { INTERACTION_REPEAT_SECONDS, type UserInteraction } from '@marquee/contracts';
import { fieldError } from '#src/core/errors.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import { mapInteraction } from './interactions.mapper.ts';
import type { InteractionsRepository } from './interactions.repository.ts';

interface Ctx {
  userId: number;
}

interface Repos {
  interactions: InteractionsRepository;
  outbox: Pick<OutboxRepository, 'add' | 'cancel'>;
}

interface Dependencies {
  repos: Pick<Repos, 'interactions'>;
  withTransaction: WithTransaction<Repos>;
}

/** Late enough that the user may have watched the title, early enough that they remember it. */
const REMINDER_DELAY_MS = 24 * 60 * 60_000;
const UNANSWERED_MAX = 100;

const reminderKey = (userId: number, mediumId: number): string => `rate_watched:${userId}:${mediumId}`;

/** Followed provider links, and whether the user watched the title. */
export function createInteractionsService({ repos, withTransaction }: Dependencies) {
  async function requireOffer(
    tx: Pick<Repos, 'interactions'>,
    mediumId: number,
    providerMediumId: number,
  ): Promise<void> {
    if (!(await tx.interactions.isOfferOf(mediumId, providerMediumId)))
      throw fieldError('provider_medium_id', 'This offer does not belong to the title');
  }

  return {
    /**
     * Stores a followed link. A repeat within a minute returns the first interaction. A day later a mail asks
     * about the interactions without an answer.
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
        await tx.outbox.add({
          kind: 'rate_watched',
          userId,
          payload: { mediumIds: [medium_id] },
          dedupeKey: reminderKey(userId, medium_id),
          availableAt: new Date(Date.now() + REMINDER_DELAY_MS),
        });
        return { user_interaction: mapInteraction(row), isNew: true };
      }),

    /** Unanswered interactions, newest first. */
    async list({ userId }: Ctx): Promise<UserInteraction[]> {
      return (await repos.interactions.listUnanswered(userId, UNANSWERED_MAX)).map(mapInteraction);
    },

    async get({ userId }: Ctx, id: number): Promise<UserInteraction> {
      return mapInteraction(await repos.interactions.get(userId, id));
    },

    /** May be answered again; any answer stops the mail. */
    answer: (
      { userId }: Ctx,
      id: number,
      given: { answer: number; provider_medium_id?: number | null | undefined },
    ): Promise<UserInteraction> =>
      withTransaction(async (tx) => {
        const { mediumId } = await tx.interactions.get(userId, id);
        if (given.provider_medium_id) await requireOffer(tx, mediumId, given.provider_medium_id);
        await tx.outbox.cancel(reminderKey(userId, mediumId));
        return mapInteraction(
          await tx.interactions.answer(userId, id, given.answer, given.provider_medium_id),
        );
      }),
  };
}

export type InteractionsService = ReturnType<typeof createInteractionsService>;

import type { UserInteraction } from '@marquee/contracts';
import { queryOptions } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { titlePages } from '#src/features/titles/title-queries.ts';
import { api } from '#src/lib/http/api.ts';

/* Followed links */

/** Records that an offer's link was followed. */
export async function createInteraction(mediumId: number, offerId: number): Promise<UserInteraction> {
  const reply = await api('POST /api/v1/user_interactions', {
    body: { user_interaction: { medium_id: mediumId, provider_medium_id: offerId } },
  });
  return reply.user_interaction;
}

/** Unanswered interactions, newest first. A failure is only logged. */
export const interactionsQuery = queryOptions({
  queryKey: ['interactions'],
  queryFn: async ({ signal }) => {
    try {
      return (await api('GET /api/v1/user_interactions', { signal })).user_interactions;
    } catch (error) {
      console.warn('The followed links could not be fetched.', error);
      throw error;
    }
  },
  retry: false,
  staleTime: Infinity,
});

export type Answer = NonNullable<UserInteraction['answer']>;

/** Saves the answer: 0 did not watch, 1 ready to rate, 2 do nothing. */
export async function answerInteraction(interaction: UserInteraction, answer: Answer): Promise<void> {
  await api('PUT /api/v1/user_interactions/{id}', {
    params: { id: interaction.id },
    body: { user_interaction: { provider_medium_id: interaction.provider_medium_id, answer } },
  });
}

/* Hidden titles */

export const hiddenQuery = titlePages(mediaKeys.hidden, { selection: 'hidden' });

export async function setHidden(mediumId: number, hidden: boolean): Promise<void> {
  const params = { id: mediumId };
  await (hidden
    ? api('POST /api/v1/media/{id}/user_medium_hiddens', { params })
    : api('POST /api/v1/media/{id}/user_medium_hiddens/remove', { params }));
}

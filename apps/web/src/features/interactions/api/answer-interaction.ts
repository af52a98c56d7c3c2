import type { UserInteraction } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

export type Answer = NonNullable<UserInteraction['answer']>;

/** Saves the answer: 0 did not watch, 1 ready to rate, 2 do nothing. */
export async function answerInteraction(interaction: UserInteraction, answer: Answer): Promise<void> {
  await api('PUT /api/v1/user_interactions/{id}', {
    params: { id: interaction.id },
    body: { user_interaction: { provider_medium_id: interaction.provider_medium_id, answer } },
  });
}

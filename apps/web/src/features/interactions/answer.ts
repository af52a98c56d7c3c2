import type { UserInteraction } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { writeOptimistically } from '#src/lib/http/optimistic-write.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { type Answer, answerInteraction, createInteraction, interactionsQuery } from './api.ts';

/**
 * Records an interaction and returns it. After a failure, logs the error and returns the latest unanswered
 * interaction or null.
 */
export async function recordInteraction(mediumId: number, offerId: number): Promise<UserInteraction | null> {
  try {
    return await createInteraction(mediumId, offerId);
  } catch (error) {
    console.warn('The followed link could not be recorded.', error);
    const open = await queryClient.fetchQuery({ ...interactionsQuery, staleTime: 0 }).catch(() => []);
    return open.find((interaction) => interaction.medium_id === mediumId) ?? null;
  }
}

/** Sends the answer and closes the question immediately. */
export async function sendAnswer(asked: Promise<UserInteraction | null>, answer: Answer): Promise<void> {
  const interaction = await asked;
  if (!interaction) return;
  const { queryKey } = interactionsQuery;
  await writeOptimistically({
    scope: 'interactions',
    patch: () => {
      queryClient.setQueryData(queryKey, (open) => open?.filter(({ id }) => id !== interaction.id));
      return () => void queryClient.invalidateQueries({ queryKey });
    },
    save: () => answerInteraction(interaction, answer),
    failure: texts.unknownResponse,
  });
}

import type { UserInteraction } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

/** Records that an offer's link was followed. */
export async function createInteraction(mediumId: number, offerId: number): Promise<UserInteraction> {
  const reply = await api('POST /api/v1/user_interactions', {
    body: { user_interaction: { medium_id: mediumId, provider_medium_id: offerId } },
  });
  return reply.user_interaction;
}

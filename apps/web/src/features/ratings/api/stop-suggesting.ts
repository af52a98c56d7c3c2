import { api } from '#src/lib/http/api.ts';

/** Turns the share suggestion off for this title. */
export async function stopSuggesting(mediumId: number): Promise<void> {
  await api('PUT /api/v1/media/{id}/user_medium_settings/0', {
    params: { id: mediumId },
    body: { user_medium_setting: { not_suggest_sharing: true } },
  });
}

import { api } from '#src/lib/http/api.ts';

export type BotCheckAction = 'login' | 'signup_email' | 'round_code';

/** Fetches a new challenge for one action. Its kind depends on the server's BOT_CHECK. */
export async function getChallenge(action: BotCheckAction) {
  return api('GET /api/v1/bot_check/challenge', { query: { action } });
}

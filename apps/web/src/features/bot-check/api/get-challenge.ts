import { api } from '#src/lib/api.ts';

/** A fresh bot-check challenge; its form depends on the server's BOT_CHECK. */
export async function getChallenge() {
  return api('GET /api/v1/bot_check/challenge');
}

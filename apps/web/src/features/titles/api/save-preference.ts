import type { CallInput } from '@marquee/contracts/client';
import { api } from '#src/lib/http/api.ts';

type Preference = CallInput<'POST /api/v1/user_preferences/save'>['body']['user_preference'];

/** Saves one filter of the user on the server. */
export function savePreference(preference: Preference) {
  return api('POST /api/v1/user_preferences/save', { body: { user_preference: preference } });
}

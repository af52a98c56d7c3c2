import type { User } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';
import { isTransient } from '#src/lib/http/errors.ts';
import { endSession, followToken, setUser } from '#src/lib/session/session.ts';
import { readToken, watchToken } from '#src/lib/session/token.ts';

const RETRY_AFTER_MS = [500, 2_000];

/** Fetches the user of the stored token. Not in `api.ts`, which the first load of a visitor would then contain. */
export async function getUser(): Promise<User> {
  return (await api('GET /api/v1/user')).user;
}

async function fetchUser(attempt = 0): Promise<User> {
  try {
    return await getUser();
  } catch (error) {
    const wait = RETRY_AFTER_MS[attempt];
    if (wait === undefined || !isTransient(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, wait));
    return fetchUser(attempt + 1);
  }
}

/** Fetches the user of the stored token. A permanent failure removes the token: docs/product.md#session-load. */
export async function loadSession(): Promise<void> {
  const token = readToken();
  if (token === null) return;
  try {
    const user = await fetchUser();
    if (readToken() === token) setUser(user);
  } catch (error) {
    console.error('The user could not be loaded.', error);
    if (readToken() === token) endSession();
  }
}

/** Applies a login or logout in another tab to this tab, until the returned function is called. */
export const watchOtherTabs = (): (() => void) =>
  watchToken(() => {
    if (followToken()) void loadSession();
  });

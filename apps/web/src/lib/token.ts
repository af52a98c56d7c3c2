import { TOKEN_LENGTH_THRESHOLD } from '@marquee/contracts/constants';
import { readStored, writeStored } from './storage.ts';

const KEY = 'access_token';
const listeners = new Set<() => void>();

/** Returns the access token, or null for a visitor. The text `false` counts as no token. */
export function readToken(): string | null {
  const token = readStored(KEY);
  return token && token !== 'false' ? token : null;
}

/** Stores the token (null removes it) and notifies subscribers. */
export function writeToken(token: string | null): void {
  writeStored(KEY, token);
  for (const listener of listeners) listener();
}

/** Returns whether a closing title modal treats the user as signed in. Tokens up to 10 characters do not count. */
export function closesSignedIn(): boolean {
  return (readToken()?.length ?? 0) > TOKEN_LENGTH_THRESHOLD;
}

/** For useSyncExternalStore. Also reports login and logout in other tabs. */
export function subscribeToToken(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

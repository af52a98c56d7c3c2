import { TOKEN_LENGTH_THRESHOLD } from '@marquee/contracts/constants';
import { readStored, writeStored } from './storage.ts';

const KEY = 'access_token';
const listeners = new Set<() => void>();

/** The stored access token, or null for a visitor. The literal `false` means anonymous (specification section 4). */
export function readToken(): string | null {
  const token = readStored(KEY);
  return token && token !== 'false' ? token : null;
}

/** Stores the token (null removes it) and tells every subscriber. */
export function writeToken(token: string | null): void {
  writeStored(KEY, token);
  for (const listener of listeners) listener();
}

/** Whether the closing title modal takes this visitor for signed in: short tokens do not count. */
export function closesSignedIn(): boolean {
  return (readToken()?.length ?? 0) > TOKEN_LENGTH_THRESHOLD;
}

/** For useSyncExternalStore: also hears of sign-in and sign-out in other tabs. */
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

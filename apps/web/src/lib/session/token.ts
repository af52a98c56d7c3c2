import { TOKEN_LENGTH_THRESHOLD } from '@marquee/contracts/constants';
import { readStored, writeStored } from '#src/lib/storage/storage.ts';

const KEY = 'access_token';

/** Returns the access token, or null for a visitor. Also returns null for the stored text `false`. */
export function readToken(): string | null {
  const token = readStored(KEY);
  return token && token !== 'false' ? token : null;
}

/** Stores the token. With null, removes it. */
export function writeToken(token: string | null): void {
  writeStored(KEY, token);
}

/**
 * Returns whether a closing title modal treats the user as signed in: the token is longer than 10 characters.
 */
export function closesSignedIn(): boolean {
  return (readToken()?.length ?? 0) > TOKEN_LENGTH_THRESHOLD;
}

/** Calls the listener after a login or logout in another tab. The returned function removes the listener. */
export function watchToken(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

import { readStored, writeStored } from '#src/lib/storage/storage.ts';

const KEY = 'redirect_to';

/** Stores the redirect target. With null, removes it. */
export function saveRedirect(path: string | null): void {
  writeStored(KEY, path);
}

/** Returns the redirect target. Accepts paths of this origin only: `//host` and full addresses are refused. */
export function readRedirect(): string | null {
  const path = readStored(KEY);
  return path && /^\/(?![/\\])/.test(path) ? path : null;
}

/** Returns the share code or id of a /my_lists/share/{code} path, else null. */
export function sharedListOf(path: string): string | null {
  return /^\/my_lists\/share\/([^/?#]+)\/?(?:[?#].*)?$/.exec(path)?.[1] ?? null;
}

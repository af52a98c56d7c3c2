import { readStored, writeStored } from './storage.ts';

const KEY = 'redirect_to';

/** Remembers where a visitor wanted to go; null forgets it. */
export function saveRedirect(path: string | null): void {
  writeStored(KEY, path);
}

/** The remembered path. Only paths of our own: `//host` and full addresses are refused. */
export function readRedirect(): string | null {
  const path = readStored(KEY);
  return path && /^\/(?![/\\])/.test(path) ? path : null;
}

/** The list id or share code when the path is /my_lists/share/{code}, else null. */
export function sharedListOf(path: string): string | null {
  return /^\/my_lists\/share\/([^/?#]+)\/?(?:[?#].*)?$/.exec(path)?.[1] ?? null;
}

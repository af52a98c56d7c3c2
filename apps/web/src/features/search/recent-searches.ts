import { onSessionEnd } from '#src/lib/session/session.ts';
import { readStored, writeStored } from '#src/lib/storage/storage.ts';
import { createStore } from '#src/lib/storage/store.ts';

const KEY = 'recent_searches';
const MOST = 8;

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((query): query is string => typeof query === 'string').slice(0, MOST)
      : [];
  } catch (error) {
    // The stored text was not written by this app. The next search replaces it.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** The latest searches of this browser, newest first. */
export const recentSearches = createStore<readonly string[]>(read());

function write(queries: readonly string[]): void {
  recentSearches.write(queries);
  writeStored(KEY, queries.length === 0 ? null : JSON.stringify(queries));
}

/** Adds a search. The new search replaces an earlier search that is its beginning: `blade` replaces `bla`. */
export function rememberSearch(query: string): void {
  const lower = query.toLowerCase();
  const others = recentSearches.read().filter((other) => !lower.startsWith(other.toLowerCase()));
  write([query, ...others].slice(0, MOST));
}

export function forgetSearches(): void {
  write([]);
}

// The next account in this browser must not see the searches of the previous account.
onSessionEnd(forgetSearches);

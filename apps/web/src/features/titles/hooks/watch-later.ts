import { onSessionEnd } from '#src/lib/session/session.ts';
import { createStore, setIn, useIsIn } from '#src/lib/storage/store.ts';

/** The titles in the member's Watch Later. Cards do not carry it, so that the cached replies serve every member. */
const saved = createStore<ReadonlySet<number>>(new Set());

onSessionEnd(() => saved.write(new Set()));

/** Sets the titles of Watch Later, as the server has them. */
export function setWatchLater(ids: readonly number[]): void {
  saved.write(new Set(ids));
}

/** Shows a title as added or removed before it is saved. The returned function takes that back. */
export function markWatchLater(mediumId: number, on: boolean): () => void {
  setIn(saved, mediumId, on);
  return () => setIn(saved, mediumId, !on);
}

export const useInWatchLater = (mediumId: number): boolean => useIsIn(saved, mediumId);

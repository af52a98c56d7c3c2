import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '#src/lib/session/session.ts';
import { createStore } from '#src/lib/storage/store.ts';

/** The titles in the member's Watch Later. Cards do not carry it, so that the cached replies serve every member. */
const saved = createStore<ReadonlySet<number>>(new Set());

onSessionEnd(() => saved.write(new Set()));

/** Sets the titles of Watch Later, as the server has them. */
export function setWatchLater(ids: readonly number[]): void {
  saved.write(new Set(ids));
}

/** Shows a title as added or removed before it is saved. The returned function takes that back. */
export function markWatchLater(mediumId: number, on: boolean): () => void {
  const mark = (isIn: boolean) => {
    const next = new Set(saved.read());
    if (isIn) next.add(mediumId);
    else next.delete(mediumId);
    saved.write(next);
  };
  mark(on);
  return () => mark(!on);
}

/** Returns whether this title is in Watch Later. After a change, only its own buttons render again. */
export function useInWatchLater(mediumId: number): boolean {
  return useSyncExternalStore(saved.subscribe, () => saved.read().has(mediumId));
}

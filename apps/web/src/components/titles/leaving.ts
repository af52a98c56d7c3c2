import { useSyncExternalStore } from 'react';

/** Titles that fade out because they were just hidden or unhidden. */
let leaving: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Marks a title as fading out, or removes the mark. */
export function setLeaving(mediumId: number, on: boolean): void {
  const next = new Set(leaving);
  if (on) next.add(mediumId);
  else next.delete(mediumId);
  leaving = next;
  for (const listener of listeners) listener();
}

/** Returns whether this title is fading out. Only the title's own card renders again. */
export function useLeaving(mediumId: number): boolean {
  return useSyncExternalStore(subscribe, () => leaving.has(mediumId));
}

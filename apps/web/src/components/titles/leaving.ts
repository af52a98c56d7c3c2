import { useSyncExternalStore } from 'react';

/** Titles that were just hidden, or shown again, and are fading out of the list they leave by that. */
let leaving: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that a title begins to leave, or stays after all. */
export function setLeaving(mediumId: number, on: boolean): void {
  const next = new Set(leaving);
  if (on) next.add(mediumId);
  else next.delete(mediumId);
  leaving = next;
  for (const listener of listeners) listener();
}

/** Whether this title is fading out. Only its own card is drawn again when that changes. */
export function useLeaving(mediumId: number): boolean {
  return useSyncExternalStore(subscribe, () => leaving.has(mediumId));
}

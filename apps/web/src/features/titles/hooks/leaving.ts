import { useSyncExternalStore } from 'react';
import { createStore } from '#src/lib/storage/store.ts';

/** Titles that fade out because they were just hidden or unhidden. */
const leaving = createStore<ReadonlySet<number>>(new Set());

/** Marks a title as fading out, or removes the mark. */
export function setLeaving(mediumId: number, on: boolean): void {
  const next = new Set(leaving.read());
  if (on) next.add(mediumId);
  else next.delete(mediumId);
  leaving.write(next);
}

/** Titles that were hidden in this visit. Lists keep hidden titles, and some were hidden long ago. */
export const justHidden = createStore<ReadonlySet<number>>(new Set());

/** Notes that a title was hidden or unhidden in this visit. */
export function setJustHidden(mediumId: number, on: boolean): void {
  const next = new Set(justHidden.read());
  if (on) next.add(mediumId);
  else next.delete(mediumId);
  justHidden.write(next);
}

/** Returns whether this title is fading out. After a change, only the title's own card renders again. */
export function useLeaving(mediumId: number): boolean {
  return useSyncExternalStore(leaving.subscribe, () => leaving.read().has(mediumId));
}

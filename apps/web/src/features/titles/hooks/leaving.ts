import { createStore, setIn, useIsIn } from '#src/lib/storage/store.ts';

/** Titles that fade out because they were just hidden or unhidden. */
const leaving = createStore<ReadonlySet<number>>(new Set());

/** Marks a title as fading out, or removes the mark. */
export const setLeaving = (mediumId: number, on: boolean): void => setIn(leaving, mediumId, on);

/** Titles that were hidden in this visit. Lists keep hidden titles, and some were hidden long ago. */
export const justHidden = createStore<ReadonlySet<number>>(new Set());

/** Notes that a title was hidden or unhidden in this visit. */
export const setJustHidden = (mediumId: number, on: boolean): void => setIn(justHidden, mediumId, on);

export const useLeaving = (mediumId: number): boolean => useIsIn(leaving, mediumId);

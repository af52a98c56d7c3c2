import { useEffect, useId, useRef } from 'react';

const MARK = 'marqueeDialog';

/** Returns the id of the dialog to which the current history entry belongs, or null. */
function markOnTop(): unknown {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && MARK in state ? state[MARK] : null;
}

/**
 * The history entry of a dialog that has just closed. The next dialog reuses this entry instead of adding an
 * entry.
 */
let reusable: string | null = null;
/**
 * Resolves when a pending `history.back()` has finished. Push no history entry earlier, because the pending
 * step would leave the new entry.
 */
let steppingBack: Promise<void> = Promise.resolve();
let released: Promise<void> = Promise.resolve();
/** Dialogs that closed while the entry of another dialog was on top of theirs, as when a confirmation closes both. */
const covered = new Set<unknown>();

async function stepBack(): Promise<void> {
  do {
    await new Promise((resolve) => {
      window.addEventListener('popstate', resolve, { once: true });
      history.back();
    });
  } while (covered.delete(markOnTop()));
}

function release(id: string): void {
  reusable = id;
  released = new Promise((done) => {
    setTimeout(() => {
      if (reusable !== id) return done();
      reusable = null;
      if (markOnTop() !== id) return done();
      steppingBack = stepBack();
      void steppingBack.then(done);
    });
  });
}

/**
 * Returns a promise that resolves when the browser has left the history entry of a closed dialog. Returns
 * null when the current entry belongs to no dialog.
 */
export const dialogEntryLeft = (): Promise<void> | null => (markOnTop() === null ? null : released);

/**
 * Lets Back close a dialog that has no address. A history entry exists while the dialog is open and is removed when
 * the dialog closes in another way.
 */
export function useBackCloses(enabled: boolean, onClose: () => void): void {
  const id = useId();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!enabled) return;
    let open = true;
    /** Whether the history has the entry of this dialog. */
    let hasEntry = false;
    covered.delete(id);
    const onPop = () => {
      if (markOnTop() === id) return;
      hasEntry = false;
      close.current();
    };
    void steppingBack.then(() => {
      if (!open) return;
      // Keeps the fields of the router, so that the location of the router does not change.
      const state = { ...history.state, [MARK]: id };
      if (reusable !== null && markOnTop() === reusable) history.replaceState(state, '');
      else if (markOnTop() !== id) history.pushState(state, '');
      reusable = null;
      hasEntry = true;
      window.addEventListener('popstate', onPop);
    });
    return () => {
      open = false;
      window.removeEventListener('popstate', onPop);
      if (markOnTop() === id) release(id);
      else if (hasEntry) covered.add(id);
    };
  }, [enabled, id]);
}

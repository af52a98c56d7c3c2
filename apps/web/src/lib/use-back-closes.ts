import { useEffect, useId, useRef } from 'react';

const MARK = 'marqueeDialog';

/** The dialog whose history entry is on top, or null. */
function markOnTop(): unknown {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && MARK in state ? state[MARK] : null;
}

/** The entry of a dialog that closed a moment ago: the next one to open takes it over instead of adding its own. */
let spare: string | null = null;
/** Resolves once a step back that we asked for has been made: entries added before would be stepped over. */
let steppingBack: Promise<void> = Promise.resolve();
let givenBack: Promise<void> = Promise.resolve();

function giveBack(id: string): void {
  spare = id;
  givenBack = new Promise((done) => {
    setTimeout(() => {
      if (spare !== id) return done();
      spare = null;
      if (markOnTop() !== id) return done();
      steppingBack = new Promise((resolve) => {
        window.addEventListener('popstate', () => resolve(), { once: true });
        history.back();
      });
      void steppingBack.then(done);
    });
  });
}

/** The entry of a dialog that has just closed, while it is still on top: resolves once it is left. Else null. */
export const dialogEntryLeft = (): Promise<void> | null => (markOnTop() === null ? null : givenBack);

/**
 * Lets the browser's Back close a dialog that has no address of its own: one history entry lies under it while it
 * is open, and goes when it closes by other means.
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
    const onPop = () => {
      if (markOnTop() !== id) close.current();
    };
    void steppingBack.then(() => {
      if (!open) return;
      // The router's own fields are kept, so that it takes the entry for the same place.
      const state = { ...history.state, [MARK]: id };
      if (spare !== null && markOnTop() === spare) history.replaceState(state, '');
      else if (markOnTop() !== id) history.pushState(state, '');
      spare = null;
      window.addEventListener('popstate', onPop);
    });
    return () => {
      open = false;
      window.removeEventListener('popstate', onPop);
      if (markOnTop() === id) giveBack(id);
    };
  }, [enabled, id]);
}

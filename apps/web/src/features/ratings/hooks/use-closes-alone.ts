import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Time between the stars and the end of their dialog, in which the member may reach for the tags. */
const CLOSES_AFTER_MS = 2_000;

/**
 * Closes the dialog around `part` by itself once `isDone`, unless it is in use: after a touch it stays, and while the mouse
 * is over it or it has a focus that is shown, it waits.
 */
export function useClosesAlone(part: RefObject<Element | null>, isDone: boolean, onClose: () => void): void {
  const [isHovered, setHovered] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const close = useEffectEvent(onClose);
  const touched = useEffectEvent(() => setTouched(isDone));
  useEffect(() => {
    const dialog = part.current?.closest<HTMLElement>('dialog, [role="dialog"]');
    if (!dialog) return;
    const ended = new AbortController();
    const listen = (
      type: 'pointerenter' | 'pointerleave' | 'pointerdown',
      react: (isMouse: boolean) => void,
    ) =>
      dialog.addEventListener(type, ({ pointerType }) => react(pointerType === 'mouse'), {
        signal: ended.signal,
      });
    listen('pointerenter', setHovered);
    listen('pointerleave', () => setHovered(false));
    listen('pointerdown', (isMouse) => !isMouse && touched());
    return () => ended.abort();
  }, [part]);
  useEffect(() => {
    if (!isDone || isHovered || isTouched) return;
    const timer = setInterval(() => {
      const focused = document.activeElement;
      const dialog = part.current?.closest('dialog, [role="dialog"]');
      if (!dialog?.contains(focused) || !focused?.matches(':focus-visible')) close();
    }, CLOSES_AFTER_MS);
    return () => clearInterval(timer);
  }, [part, isDone, isHovered, isTouched]);
}

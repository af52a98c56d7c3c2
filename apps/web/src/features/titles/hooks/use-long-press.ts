import { type MouseEvent, type TouchEvent, useCallback, useEffect, useRef } from 'react';

const LONG_MS = 500;
/** A finger that moves further scrolls. */
const STILL_PX = 8;

/** Returns the handlers of an element whose long press by touch does something else than its click. */
export function useLongPress(onLongPress: () => void) {
  const press = useRef<{ timer: number; x: number; y: number; isLong: boolean } | null>(null);
  const stop = useCallback(() => {
    if (press.current) window.clearTimeout(press.current.timer);
    press.current = null;
  }, []);
  useEffect(() => stop, [stop]);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      stop();
      const touch = touches[0];
      if (!touch || touches.length > 1) return;
      const timer = window.setTimeout(() => {
        if (press.current) press.current.isLong = true;
      }, LONG_MS);
      press.current = { timer, x: touch.clientX, y: touch.clientY, isLong: false };
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const start = press.current;
      const touch = touches[0];
      if (start && touch && Math.hypot(touch.clientX - start.x, touch.clientY - start.y) > STILL_PX) stop();
    },
    // Opened earlier, a panel under the finger would take the end of the press for a tap.
    onTouchEnd: (event: TouchEvent) => {
      const wasLong = press.current?.isLong;
      stop();
      if (!wasLong) return;
      event.preventDefault();
      onLongPress();
    },
    onTouchCancel: stop,
    // The menu of the system for a link would cover what the press opens.
    onContextMenu: (event: MouseEvent) => press.current && event.preventDefault(),
  };
}

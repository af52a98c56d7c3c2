import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import { topDialog } from '#src/lib/screen/top-dialog.ts';

export type Way = 'left' | 'right';

/** A card that was moved less far comes back. */
const FAR_PX = 80;
/** A finger that moves less means a tap, or scrolls the page. */
const STARTED_PX = 8;

const KEYS: Readonly<Record<string, Way>> = { ArrowLeft: 'left', ArrowRight: 'right' };

/**
 * Answers by moving a card to a side, and by the arrow keys.
 * @param onAnswer undefined when nothing can be answered.
 * @returns `card`: the properties of the card; `answer`: what a button for a side calls.
 */
export function useSwipe(onAnswer: ((way: Way) => void) | undefined) {
  const drag = useRef<{ pointer: number; from: number; by: number } | null>(null);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const way = KEYS[event.key];
    if (!way || event.defaultPrevented || event.repeat) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || topDialog() !== null) return;
    if (!onAnswer) return;
    event.preventDefault();
    onAnswer(way);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const move = (card: HTMLElement, by: number): void => {
    card.style.translate = by === 0 ? '' : `${by}px`;
    card.style.rotate = by === 0 ? '' : `${by / 30}deg`;
  };
  const stop = (event: PointerEvent<HTMLElement>): number => {
    const by = drag.current?.pointer === event.pointerId ? drag.current.by : 0;
    drag.current = null;
    move(event.currentTarget, 0);
    return by;
  };
  return {
    answer: (way: Way) => onAnswer?.(way),
    card: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (!event.isPrimary || event.button !== 0) return;
        drag.current = { pointer: event.pointerId, from: event.clientX, by: 0 };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const held = drag.current;
        if (held?.pointer !== event.pointerId) return;
        const by = event.clientX - held.from;
        if (held.by === 0 && Math.abs(by) < STARTED_PX) return;
        // From now on the pointer may leave the card.
        if (held.by === 0) event.currentTarget.setPointerCapture(event.pointerId);
        held.by = by;
        move(event.currentTarget, by);
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const by = stop(event);
        if (Math.abs(by) >= FAR_PX) onAnswer?.(by < 0 ? 'left' : 'right');
      },
      // The browser scrolls the page instead.
      onPointerCancel: (event: PointerEvent<HTMLElement>) => {
        stop(event);
      },
    },
  };
}

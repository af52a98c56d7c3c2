import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { moveTo, moveToIndex } from '../reorder.ts';
import { usePointerDrag } from './use-pointer-drag.ts';

interface Held {
  id: number;
  by: 'keys' | 'pointer';
  order: readonly number[];
  /** The pointer's vertical position in the window at the start. */
  y?: number;
}

/** Returns the number of tiles in a grid line: the step of the up and down arrows. */
function columnsAround(element: Element): number {
  return element.closest('[data-index]')?.childElementCount ?? 1;
}

/** Returns the position that a key moves the held title to. */
function placeFor(key: string, { at, columns, last }: { at: number; columns: number; last: number }) {
  const places: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: last,
  };
  return places[key];
}

/**
 * Restores the focus after an action by keys, and after more titles are `loaded`. A title that moves to another
 * line gets a new handle, and the old handle loses the focus.
 */
function useCarriedFocus(held: Held | null, loaded: number): void {
  const carried = useRef<number | null>(null);
  const before = useRef(held);
  useLayoutEffect(() => {
    const isMove = before.current !== held;
    before.current = held;
    if (held) carried.current = held.by === 'keys' ? held.id : null;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (carried.current === null || loaded === 0 || !(isMove || isLost)) return;
    const handle = document.querySelector<HTMLElement>(`[data-handle="${carried.current}"]`);
    handle?.focus({ preventScroll: true });
    handle?.scrollIntoView({ block: 'nearest' });
  }, [held, loaded]);
}

/**
 * Moves a title by pointer or keys, and calls `onMove` when the title is dropped at another position. The
 * handle of `last`, the title picked up last, must stay in the page for the focus.
 * @returns while a title is held, `shown` is the new order and `announcement` the text of the live region
 */
export function useReorder({
  order,
  loaded,
  name,
  onMove,
}: {
  order: readonly number[];
  /** Number of loaded titles. */
  loaded: number;
  name: (id: number) => string;
  onMove: (order: readonly number[]) => void;
}) {
  const [held, setHeld] = useState<Held | null>(null);
  const [last, setLast] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const latest = useRef({ held, order, onMove });
  useLayoutEffect(() => {
    latest.current = { held, order, onMove };
  });

  const place = (id: number, within: readonly number[]) => `${within.indexOf(id) + 1} of ${within.length}`;
  const hold = (next: Held) => {
    setHeld(next);
    setLast(next.id);
  };
  const change = (next: Held) => {
    hold(next);
    setAnnouncement(`${name(next.id)}, ${place(next.id, next.order)}`);
  };
  const drop = () => {
    const { held: now, order: before } = latest.current;
    if (!now) return;
    setHeld(null);
    setAnnouncement(`${name(now.id)} dropped at ${place(now.id, now.order)}.`);
    if (now.order !== before) latest.current.onMove(now.order);
  };
  const cancel = () => {
    const { held: now, order: before } = latest.current;
    if (!now) return;
    setHeld(null);
    setAnnouncement(`${name(now.id)} is back at ${place(now.id, before)}.`);
  };

  useCarriedFocus(held, loaded);
  usePointerDrag(held?.by === 'pointer' ? (held.y ?? 0) : null, {
    over: (target) => {
      const { held: now } = latest.current;
      if (!now || target === now.id) return;
      const next = moveTo(now.order, now.id, target);
      if (next !== now.order) change({ ...now, order: next });
    },
    drop,
    cancel,
  });

  const onKeyDown = (id: number, event: KeyboardEvent<HTMLElement>) => {
    const mine = held?.by === 'keys' && held.id === id ? held : null;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (mine) drop();
      else {
        hold({ id, by: 'keys', order });
        setAnnouncement(
          `${name(id)} picked up at ${place(id, order)}. Arrows move it, Space drops it, Esc puts it back.`,
        );
      }
      return;
    }
    if (!mine) return;
    const at = mine.order.indexOf(id);
    const columns = columnsAround(event.currentTarget);
    const wanted = placeFor(event.key, { at, columns, last: mine.order.length - 1 });
    if (event.key === 'Escape') cancel();
    else if (event.key === 'Tab') drop();
    else if (wanted !== undefined) change({ ...mine, order: moveToIndex(mine.order, id, wanted) });
    else return;
    if (event.key === 'Tab') return;
    event.preventDefault();
    // The arrows move the held title and not the focus in the grid.
    event.stopPropagation();
  };

  return {
    shown: held?.order ?? order,
    held: held?.id ?? null,
    last,
    announcement,
    handleProps: (id: number) => ({
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(id, event),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.focus({ preventScroll: true });
        hold({ id, by: 'pointer', order, y: event.clientY });
        setAnnouncement(`${name(id)} picked up at ${place(id, order)}.`);
      },
      // A screen reader clicks without pointer or key. That click picks up and drops too.
      onClick: (event: React.MouseEvent) => {
        if (event.detail !== 0) return;
        if (held?.id === id) drop();
        else hold({ id, by: 'keys', order });
      },
    }),
  };
}

import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { moveTo, moveToIndex } from '../reorder.ts';

interface Held {
  id: number;
  by: 'keys' | 'pointer';
  order: readonly number[];
}

const EDGE_PX = 96;
const SCROLL_PX = 14;

/** How many tiles stand in a line of the grid around this element: what an arrow up or down moves by. */
function columnsAround(element: Element): number {
  return element.closest('[data-index]')?.childElementCount ?? 1;
}

/** The title under a point of the window, if it is one of those being sorted. */
function titleAt(x: number, y: number): number | null {
  const tile = document.elementFromPoint(x, y)?.closest('[data-sort-id]');
  return tile ? Number(tile.getAttribute('data-sort-id')) : null;
}

/**
 * Picking up, moving and dropping, by pointer or keys. While something is held, `shown` is the order as it would be;
 * `said` is for the live region. `onMove` is called once, when it is dropped somewhere else.
 */
export function useReorder({
  order,
  name,
  onMove,
}: {
  order: readonly number[];
  name: (id: number) => string;
  onMove: (order: readonly number[]) => void;
}) {
  const [held, setHeld] = useState<Held | null>(null);
  const [said, setSaid] = useState('');
  const latest = useRef({ held, order, onMove });
  useLayoutEffect(() => {
    latest.current = { held, order, onMove };
  });

  const place = (id: number, within: readonly number[]) => `${within.indexOf(id) + 1} of ${within.length}`;
  const change = (next: Held) => {
    setHeld(next);
    setSaid(`${name(next.id)}, ${place(next.id, next.order)}`);
  };
  const drop = () => {
    const { held: now, order: before } = latest.current;
    if (!now) return;
    setHeld(null);
    setSaid(`${name(now.id)} dropped at ${place(now.id, now.order)}.`);
    if (now.order !== before) latest.current.onMove(now.order);
  };
  const cancel = () => {
    const { held: now, order: before } = latest.current;
    if (!now) return;
    setHeld(null);
    setSaid(`${name(now.id)} is back at ${place(now.id, before)}.`);
  };

  // A line further up or down is another part of the document: the handle that was moved takes the focus along.
  // Also as it is dropped or goes back.
  const carried = useRef<number | null>(null);
  useLayoutEffect(() => {
    const id = held?.by === 'keys' ? held.id : carried.current;
    carried.current = held?.by === 'keys' ? held.id : null;
    if (id === null) return;
    const handle = document.querySelector<HTMLElement>(`[data-handle="${id}"]`);
    handle?.focus();
    handle?.scrollIntoView({ block: 'nearest' });
  }, [held]);

  const dragging = held?.by === 'pointer';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the listeners live as long as the drag
  useEffect(() => {
    if (!dragging) return;
    const point = { x: 0, y: 0 };
    const follow = () => {
      const { held: now } = latest.current;
      const target = titleAt(point.x, point.y);
      if (!now || target === null || target === now.id) return;
      const next = moveTo(now.order, now.id, target);
      if (next !== now.order) change({ ...now, order: next });
    };
    const onPointerMove = (event: globalThis.PointerEvent) => {
      point.x = event.clientX;
      point.y = event.clientY;
      follow();
    };
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') cancel();
    };
    let frame = 0;
    const scroll = () => {
      const by = point.y < EDGE_PX ? -SCROLL_PX : point.y > window.innerHeight - EDGE_PX ? SCROLL_PX : 0;
      if (by !== 0 && point.y > 0) {
        window.scrollBy(0, by);
        follow();
      }
      frame = requestAnimationFrame(scroll);
    };
    frame = requestAnimationFrame(scroll);
    window.addEventListener('pointermove', onPointerMove);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', onKeyDown);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', onPointerMove);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [dragging]);

  const onKeyDown = (id: number, event: KeyboardEvent<HTMLElement>) => {
    const mine = held?.by === 'keys' && held.id === id ? held : null;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (mine) drop();
      else {
        setHeld({ id, by: 'keys', order });
        setSaid(
          `${name(id)} picked up at ${place(id, order)}. Arrows move it, Space drops it, Esc puts it back.`,
        );
      }
      return;
    }
    if (!mine) return;
    const at = mine.order.indexOf(id);
    const columns = columnsAround(event.currentTarget);
    const places: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - columns,
      ArrowDown: at + columns,
      Home: 0,
      End: mine.order.length - 1,
    };
    const wanted = places[event.key];
    if (event.key === 'Escape') cancel();
    else if (event.key === 'Tab') drop();
    else if (wanted !== undefined) change({ ...mine, order: moveToIndex(mine.order, id, wanted) });
    else return;
    if (event.key === 'Tab') return;
    event.preventDefault();
    // The arrows belong to what is held, not to the grid around it.
    event.stopPropagation();
  };

  return {
    shown: held?.order ?? order,
    held: held?.id ?? null,
    said,
    handleProps: (id: number) => ({
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(id, event),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.focus();
        setHeld({ id, by: 'pointer', order });
        setSaid(`${name(id)} picked up at ${place(id, order)}.`);
      },
      // A click that comes from a screen reader, without a pointer or a key, picks up and drops too.
      onClick: (event: React.MouseEvent) => {
        if (event.detail !== 0) return;
        if (held?.id === id) drop();
        else setHeld({ id, by: 'keys', order });
      },
    }),
  };
}

import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { moveTo, moveToIndex } from '../reorder.ts';

interface Held {
  id: number;
  by: 'keys' | 'pointer';
  order: readonly number[];
  /** The pointer's vertical position in the window at the start. */
  y?: number;
}

/** Distance from the window's top or bottom edge within which a drag scrolls the page. */
const EDGE_PX = 96;
/** Largest scroll step in pixels a frame, reached at the edge. */
const SCROLL_PX = 14;
/** How far a drag that starts near an edge must move towards it before the page scrolls. */
const TOWARDS_PX = 24;

/**
 * Returns the scroll step for one frame of a drag. The page scrolls only near an edge, after the pointer moved towards
 * it. Many handles are near an edge, and dragging sideways must not scroll the page.
 */
export function scrollStep({ from, y, height }: { from: number; y: number; height: number }): number {
  const depth = (distance: number) => Math.ceil(SCROLL_PX * (1 - Math.max(0, distance) / EDGE_PX));
  // A handle at the very edge cannot move the full distance.
  if (y < EDGE_PX && y <= Math.max(from - TOWARDS_PX, 1)) return -depth(y);
  const below = height - y;
  if (below < EDGE_PX && y >= Math.min(from + TOWARDS_PX, height - 2)) return depth(below);
  return 0;
}

/** Number of tiles in a line of the grid, which is the step of the up and down arrows. */
function columnsAround(element: Element): number {
  return element.closest('[data-index]')?.childElementCount ?? 1;
}

/** The sorted title at a point of the window, or null. */
function titleAt(x: number, y: number): number | null {
  const tile = document.elementFromPoint(x, y)?.closest('[data-sort-id]');
  return tile ? Number(tile.getAttribute('data-sort-id')) : null;
}

/**
 * Picks up, moves and drops a title by pointer or keys. While it is held, `shown` is the new order and `announcement` the text
 * of the live region. `onMove` is called once, when the title is dropped at another position.
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
  const [announcement, setAnnouncement] = useState('');
  const latest = useRef({ held, order, onMove });
  useLayoutEffect(() => {
    latest.current = { held, order, onMove };
  });

  const place = (id: number, within: readonly number[]) => `${within.indexOf(id) + 1} of ${within.length}`;
  const change = (next: Held) => {
    setHeld(next);
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

  // Moving to another line recreates the handle, which loses the focus. The effect restores the focus after moving,
  // dropping and canceling.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the listeners exist as long as the drag
  useEffect(() => {
    if (!dragging) return;
    const start = latest.current.held?.y ?? 0;
    const point = { x: 0, y: start };
    /** The start of the drag, or the last position away from the edges. */
    let from = start;
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
      const isInside = point.y >= EDGE_PX && point.y <= window.innerHeight - EDGE_PX;
      if (isInside) from = point.y;
      follow();
    };
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') cancel();
    };
    let frame = 0;
    const scroll = () => {
      const by = scrollStep({ from, y: point.y, height: window.innerHeight });
      if (by !== 0) {
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
        setAnnouncement(
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
    // The arrows move the held title and not the focus in the grid.
    event.stopPropagation();
  };

  return {
    shown: held?.order ?? order,
    held: held?.id ?? null,
    announcement,
    handleProps: (id: number) => ({
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(id, event),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.focus({ preventScroll: true });
        setHeld({ id, by: 'pointer', order, y: event.clientY });
        setAnnouncement(`${name(id)} picked up at ${place(id, order)}.`);
      },
      // A screen reader clicks without pointer or key. That click picks up and drops too.
      onClick: (event: React.MouseEvent) => {
        if (event.detail !== 0) return;
        if (held?.id === id) drop();
        else setHeld({ id, by: 'keys', order });
      },
    }),
  };
}

import { useEffect, useEffectEvent } from 'react';

/** Distance from the window's top or bottom edge within which a drag scrolls the page. */
const EDGE_PX = 96;
/** Largest scroll step in pixels a frame, reached at the edge. */
const SCROLL_PX = 14;
/** Distance in pixels that a drag near an edge must move towards this edge before the page scrolls. */
const TOWARDS_PX = 24;

/**
 * Returns the scroll step for one frame of a drag. Dragging a handle sideways near an edge must not scroll,
 * so the pointer must first move towards the edge.
 */
export function scrollStep({ from, y, height }: { from: number; y: number; height: number }): number {
  const depth = (distance: number) => Math.ceil(SCROLL_PX * (1 - Math.max(0, distance) / EDGE_PX));
  // A pointer that starts at the very edge cannot move the full distance, so reaching the edge is enough.
  if (y < EDGE_PX && y <= Math.max(from - TOWARDS_PX, 1)) return -depth(y);
  const below = height - y;
  if (below < EDGE_PX && y >= Math.min(from + TOWARDS_PX, height - 2)) return depth(below);
  return 0;
}

/** Returns the sorted title at a point of the window, or null. */
function titleAt(x: number, y: number): number | null {
  const tile = document.elementFromPoint(x, y)?.closest('[data-sort-id]');
  return tile ? Number(tile.getAttribute('data-sort-id')) : null;
}

interface DragHandlers {
  /** Called with the sorted title under the pointer. */
  over: (target: number) => void;
  drop: () => void;
  cancel: () => void;
}

/**
 * Follows the pointer until it is lifted.
 * @param start vertical position of the pointer in the window, or null to follow no pointer
 */
export function usePointerDrag(start: number | null, handlers: DragHandlers): void {
  const over = useEffectEvent(handlers.over);
  const drop = useEffectEvent(handlers.drop);
  const cancel = useEffectEvent(handlers.cancel);

  useEffect(() => {
    if (start === null) return;
    const point = { x: 0, y: start };
    /**
     * Movement towards an edge is measured from this `y`. It is the last `y` outside both edge zones, else the start.
     */
    let from = start;
    const follow = () => {
      const target = titleAt(point.x, point.y);
      if (target !== null) over(target);
    };
    const onPointerMove = (event: PointerEvent) => {
      point.x = event.clientX;
      point.y = event.clientY;
      if (point.y >= EDGE_PX && point.y <= window.innerHeight - EDGE_PX) from = point.y;
      follow();
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
    const ended = new AbortController();
    const { signal } = ended;
    window.addEventListener('pointermove', onPointerMove, { signal });
    window.addEventListener('pointerup', () => drop(), { signal });
    window.addEventListener('pointercancel', () => cancel(), { signal });
    window.addEventListener('keydown', (event) => event.key === 'Escape' && cancel(), {
      signal,
    });
    return () => {
      cancelAnimationFrame(frame);
      ended.abort();
    };
  }, [start]);
}

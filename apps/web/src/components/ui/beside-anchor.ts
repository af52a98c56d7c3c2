/** Gap in pixels between the panel and its anchor, and the least distance to the edges of its room. */
const GAP = 8;

/** Returns the value within the limits. The lower limit wins where the room is too small. */
const within = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

/** Returns between which heights a panel of this left edge and width has room: within the window, off the toast. */
function roomFor(left: number, width: number): { start: number; end: number } {
  const { innerHeight } = window;
  const toast = document.querySelector('[data-toast]')?.getBoundingClientRect();
  const isClear = !toast || toast.left >= left + width || toast.right <= left;
  if (isClear) return { start: GAP, end: innerHeight - GAP };
  // On a phone, the toast of a dialog is at the top.
  const isAbove = toast.bottom < innerHeight / 2;
  return isAbove
    ? { start: toast.bottom + GAP, end: innerHeight - GAP }
    : { start: GAP, end: toast.top - GAP };
}

/** Returns the style that places the panel below the anchor, or above where the room below is too small. */
function styleBeside(at: DOMRect, { offsetWidth: width, offsetHeight }: HTMLElement): string {
  // The width of the window includes the room of a scrollbar, also where none is shown.
  const left = within(at.left + at.width / 2 - width / 2, GAP, document.body.clientWidth - width - GAP);
  const { start, end } = roomFor(left, width);
  const room = end - start;
  const height = Math.min(offsetHeight, room);
  const below = at.bottom + GAP;
  const above = at.top - GAP - height;
  const top = below > end - height && above >= start ? above : below;
  // The panel scrolls where it has less room than it needs.
  return `max-height: ${room}px; inset: ${within(top, start, end - height)}px auto auto ${left}px`;
}

/**
 * Keeps a panel beside its anchor and off the toast, in every frame, because the page scrolls, rows change and the
 * panel grows. CSS anchor positioning would do the same, but not yet in every browser that we support. Calls
 * `onLeft` once the anchor, which was in the window, is gone or has been scrolled out of it, since the panel would then
 * lie over something else. The returned function ends it.
 */
export function keepBeside(panel: HTMLElement, anchor: Element, onLeft: () => void): () => void {
  let frame = 0;
  let wasInWindow = false;
  let placed = '';
  const update = () => {
    const at = anchor.getBoundingClientRect();
    const isInWindow = anchor.isConnected && at.bottom >= 0 && at.top <= window.innerHeight;
    if (wasInWindow && !isInWindow) return onLeft();
    wasInWindow = isInWindow;
    const style = styleBeside(at, panel);
    // A style that is set again would wake every observer of the page.
    if (style !== placed) panel.style.cssText = style;
    placed = style;
    frame = requestAnimationFrame(update);
  };
  update();
  return () => cancelAnimationFrame(frame);
}

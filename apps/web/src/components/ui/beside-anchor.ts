/** Gap in pixels between the panel and its anchor, and the least distance to the edges of the window. */
const GAP = 8;

/** Returns the value within the limits. The lower limit wins in a window that is too small. */
const within = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

/** Returns where the room for a panel of this left edge and width ends: at the toast, or at the window's edge. */
function endOfRoom(left: number, width: number): number {
  const toast = document.querySelector('[data-toast]')?.getBoundingClientRect();
  const isClear = !toast || toast.left >= left + width || toast.right <= left;
  return isClear ? window.innerHeight : toast.top;
}

/** Places the panel below the anchor, or above where the room below is too small. */
function place(panel: HTMLElement, anchor: Element): void {
  // The card of the anchor may have left its row. The panel stays where it is.
  if (!anchor.isConnected) return;
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const below = at.bottom + GAP;
  const above = at.top - GAP - height;
  // The width of the window includes the room of a scrollbar, also where none is shown.
  const { clientWidth } = document.body;
  const left = within(at.left + at.width / 2 - width / 2, GAP, clientWidth - width - GAP);
  const lowest = endOfRoom(left, width) - GAP - height;
  const top = below > lowest && above >= GAP ? above : within(below, GAP, lowest);
  panel.style.inset = `${top}px auto auto ${left}px`;
}

/**
 * Keeps a panel beside its anchor and off the toast while the page scrolls and the panel grows. CSS anchor positioning would do the same,
 * but not yet in every browser that we support. The returned function ends it.
 */
export function keepBeside(panel: HTMLElement, anchor: Element): () => void {
  const update = () => place(panel, anchor);
  update();
  const sizes = new ResizeObserver(update);
  sizes.observe(panel);
  // The toast sets its height at the root.
  const toasts = new MutationObserver(update);
  toasts.observe(document.documentElement, { attributeFilter: ['style'] });
  window.addEventListener('scroll', update, { capture: true, passive: true });
  window.addEventListener('resize', update);
  return () => {
    sizes.disconnect();
    toasts.disconnect();
    window.removeEventListener('scroll', update, { capture: true });
    window.removeEventListener('resize', update);
  };
}

/** Calls `run` when the page is left, reloaded or closed. The returned function stops this. */
export function onLeave(run: () => void): () => void {
  addEventListener('pagehide', run);
  return () => removeEventListener('pagehide', run);
}

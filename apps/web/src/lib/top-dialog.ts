/**
 * The open modal dialogs, topmost last. All else on the page is inert while one is open, so whatever must stay
 * reachable (the toast with its Undo) moves into the topmost.
 */
let stack: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function publish(next: readonly HTMLDialogElement[]): void {
  stack = next;
  for (const listener of listeners) listener();
}

/** Adds an opened dialog; the returned function takes it out again. */
export function registerDialog(dialog: HTMLDialogElement): () => void {
  publish([...stack, dialog]);
  return () => publish(stack.filter((open) => open !== dialog));
}

export function topDialog(): HTMLDialogElement | null {
  return stack.at(-1) ?? null;
}

export function subscribeToTopDialog(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

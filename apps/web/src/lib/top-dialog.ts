/**
 * The open modal dialogs, topmost last. The page below is inert, so the toast with its Undo moves into the topmost
 * dialog.
 */
let stack: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function publish(next: readonly HTMLDialogElement[]): void {
  stack = next;
  for (const listener of listeners) listener();
}

/** Adds an open dialog. The returned function removes it. */
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

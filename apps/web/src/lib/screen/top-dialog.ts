import { createStore, useStore } from '#src/lib/storage/store.ts';

/**
 * The open modal dialogs, the topmost last. The page below is inert, so the toast with its Undo moves into
 * the topmost dialog.
 */
const stack = createStore<readonly HTMLDialogElement[]>([]);

/** Adds an open dialog. The returned function removes the dialog. */
export function registerDialog(dialog: HTMLDialogElement): () => void {
  stack.write([...stack.read(), dialog]);
  return () => stack.write(stack.read().filter((open) => open !== dialog));
}

export function topDialog(): HTMLDialogElement | null {
  return stack.read().at(-1) ?? null;
}

/** Returns the topmost open dialog, or null. */
export function useTopDialog(): HTMLDialogElement | null {
  return useStore(stack).at(-1) ?? null;
}

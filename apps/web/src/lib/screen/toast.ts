import { createStore, type Store } from '#src/lib/storage/store.ts';

/**
 * The content of the toast, to which `undo` adds a button. A failure is announced assertively and stays
 * longer.
 */
export interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'failure';
  undo?: () => void;
}

let next = 1;

/** The shown toast. */
export const toastStore: Store<Toast | null> = createStore<Toast | null>(null);

/** Shows a toast in place of the current toast, with Undo when `undo` is given. */
export function showToast(text: string, options: { undo?: () => void; tone?: Toast['tone'] } = {}): void {
  const { undo, tone = 'plain' } = options;
  toastStore.write({ id: next++, text, tone, ...(undo ? { undo } : {}) });
}

/** Removes the toast with this id when it is still shown. */
export function dismissToast(id: number): void {
  if (toastStore.read()?.id === id) toastStore.write(null);
}

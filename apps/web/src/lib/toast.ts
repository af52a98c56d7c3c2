/** The content of the toast. `undo` adds a button. A failure is announced assertively and stays longer. */
export interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'failure';
  undo?: () => void;
}

let shown: Toast | null = null;
let next = 1;
const listeners = new Set<() => void>();

function publish(toast: Toast | null): void {
  shown = toast;
  for (const listener of listeners) listener();
}

/** Shows a toast, with Undo when `undo` is given. It replaces the current toast. */
export function showToast(text: string, options: { undo?: () => void; tone?: Toast['tone'] } = {}): void {
  const { undo, tone = 'plain' } = options;
  publish({ id: next++, text, tone, ...(undo ? { undo } : {}) });
}

/** Removes the toast with this id when it is still shown. */
export function dismissToast(id: number): void {
  if (shown?.id === id) publish(null);
}

export function readToast(): Toast | null {
  return shown;
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

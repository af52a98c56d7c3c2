/** What the live region shows. `undo` adds the button; a failure is announced assertively and stays longer. */
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

/** Says something briefly, with an Undo where `undo` is given. A new toast replaces the last. */
export function showToast(text: string, options: { undo?: () => void; tone?: Toast['tone'] } = {}): void {
  const { undo, tone = 'plain' } = options;
  publish({ id: next++, text, tone, ...(undo ? { undo } : {}) });
}

/** Removes the toast with this id, if it is still the one shown. */
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

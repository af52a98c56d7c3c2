import { readStored, writeStored } from './storage.ts';

export type Theme = 'dark' | 'light' | 'system';

const KEY = 'theme';

/** Returns the stored theme, by default `system`. */
export function storedTheme(): Theme {
  const stored = readStored(KEY);
  return stored === 'dark' || stored === 'light' ? stored : 'system';
}

/** Stores the theme for the next visit. */
export function storeTheme(theme: Theme): void {
  writeStored(KEY, theme === 'system' ? null : theme);
}

/** Shows the theme. The boot script calls this function before the first paint. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

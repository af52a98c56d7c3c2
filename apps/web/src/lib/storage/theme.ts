import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';
import { createStore, useStore } from './store.ts';

export type Theme = 'dark' | 'light' | 'system';

const KEY = 'theme';

function storedTheme(): Theme {
  const stored = readStored(KEY);
  return stored === 'dark' || stored === 'light' ? stored : 'system';
}

/** The chosen theme; `system` by default. `public/boot.js` applies it before the first paint. */
const chosen = createStore(storedTheme());

/** Applies and stores the theme. */
export function setTheme(theme: Theme): void {
  writeStored(KEY, theme === 'system' ? null : theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  chosen.write(theme);
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: light)');
  const stop = chosen.subscribe(listener);
  system.addEventListener('change', listener);
  return () => {
    stop();
    system.removeEventListener('change', listener);
  };
}

function shownTheme(): 'dark' | 'light' {
  const theme = chosen.read();
  if (theme !== 'system') return theme;
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}

/** The theme on screen. It is dark until hydration, because the prerendered page is dark. */
export function useShownTheme(): 'dark' | 'light' {
  return useSyncExternalStore(subscribe, shownTheme, () => 'dark');
}

/** The chosen theme as a hook. */
export function useTheme(): Theme {
  return useStore(chosen);
}

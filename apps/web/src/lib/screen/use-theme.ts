import { useSyncExternalStore } from 'react';
import { createStore, useStore } from '#src/lib/storage/store.ts';
import { applyTheme, storedTheme, storeTheme, type Theme } from '#src/lib/storage/theme.ts';

const chosen = createStore(storedTheme());

/** Applies and stores the theme. */
export function setTheme(theme: Theme): void {
  storeTheme(theme);
  applyTheme(theme);
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

/** Returns the theme on screen. The theme is dark until hydration, because the prerendered page is dark. */
export function useShownTheme(): 'dark' | 'light' {
  return useSyncExternalStore(subscribe, shownTheme, () => 'dark');
}

/** Returns the chosen theme. */
export function useTheme(): Theme {
  return useStore(chosen);
}

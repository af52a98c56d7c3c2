import { useSyncExternalStore } from 'react';

/**
 * Where the lead shows its whole poster: on phones, below 500 px, and in a window as low as one that is zoomed to 200 %.
 */
export const WITH_POSTER = '(width < 31.25rem), (height < 32rem)';
/** The widths of phones, as in the style sheets. */
const PHONE = '(width < 40rem)';

const subscribe = (onChange: () => void) => {
  const query = matchMedia(PHONE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/** Returns whether the window is as narrow as a phone's. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches);
}

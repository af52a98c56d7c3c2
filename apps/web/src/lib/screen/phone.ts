import { useSyncExternalStore } from 'react';

/** The widths of phones, as in the style sheets. */
export const PHONE = '(width < 40rem)';

const subscribe = (onChange: () => void) => {
  const query = matchMedia(PHONE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/** Returns whether the window is as narrow as a phone's. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches);
}

import { useCallback, useSyncExternalStore } from 'react';

/**
 * Where the lead shows its whole poster: on phones, below 500 px, and in a window as low as one that is zoomed to 200 %.
 */
export const WITH_POSTER = '(width < 31.25rem), (height < 32rem)';
/** The widths of phones, as in the style sheets. */
const PHONE = '(width < 40rem)';

/** The widths at which the navigation is at the bottom, as in the style sheets. */
const NARROW = '(width < 60rem)';

function useMatches(media: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const query = matchMedia(media);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(media).matches);
}

/** Returns whether the window is as narrow as a phone's. */
export const useIsPhone = (): boolean => useMatches(PHONE);

/** Returns whether the window is too narrow for the navigation beside the page. */
export const useIsNarrow = (): boolean => useMatches(NARROW);

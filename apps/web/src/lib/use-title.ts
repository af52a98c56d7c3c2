import { useEffect } from 'react';

/**
 * Sets the document title while the screen is shown: `Search · Marquee`. A title opened over a page gives the page's
 * own back as it closes.
 */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title === '' ? 'Marquee: what to watch tonight, and where' : `${title} · Marquee`;
    return () => {
      document.title = before;
    };
  }, [title]);
}

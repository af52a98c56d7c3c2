import { useEffect } from 'react';

/**
 * Sets the document title while the screen is shown: `Search · Marquee`. A closing title modal restores the title of
 * the page.
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

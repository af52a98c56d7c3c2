import { useEffect } from 'react';

/** Sets the document title while the screen is shown: `Search · Marquee`. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Marquee: what to watch tonight, and where' : `${title} · Marquee`;
  }, [title]);
}

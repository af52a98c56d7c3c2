import { useEffect } from 'react';

/** The document titles of the page and of the title modal over it. The modal has precedence, also over a later page. */
const titles: Record<'page' | 'modal', string | null> = { page: null, modal: null };

function show(): void {
  const title = titles.modal ?? titles.page;
  if (title === null) return;
  document.title = title === '' ? 'Marquee: what to watch tonight, and where' : `${title} · Marquee`;
}

/**
 * Sets the document title while the screen is shown: `Search · Marquee`. A closing title modal restores the title of
 * the page.
 */
export function useTitle(title: string, layer: keyof typeof titles = 'page'): void {
  useEffect(() => {
    titles[layer] = title;
    show();
    return () => {
      if (titles[layer] === title) titles[layer] = null;
      show();
    };
  }, [title, layer]);
}

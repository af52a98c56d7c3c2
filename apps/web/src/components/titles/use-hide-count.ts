import type { MediumCard } from '@marquee/contracts';
import { LOAD_MORE_AFTER } from '@marquee/contracts/constants';
import { useState } from 'react';

/**
 * Whether a list shows its Load more card: something in it was hidden since it was loaded, and it held 25 titles or
 * more (specification section 4). `reset` after loading.
 */
export function useHideCount(titles: readonly MediumCard[]): { loadMore: boolean; reset: () => void } {
  const hidden = titles.reduce((count, medium) => count + Number(medium.hidden), 0);
  const [seen, setSeen] = useState(0);
  // A fresh load brings no hidden titles, and begins the count again.
  if (hidden < seen) setSeen(hidden);
  return { loadMore: hidden > seen && titles.length >= LOAD_MORE_AFTER, reset: () => setSeen(hidden) };
}

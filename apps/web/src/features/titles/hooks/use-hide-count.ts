import type { MediumCard } from '@marquee/contracts';
import { LOAD_MORE_AFTER } from '@marquee/contracts/constants';
import { useState } from 'react';
import { useStore } from '#src/lib/storage/store.ts';
import { justHidden } from './leaving.ts';

/** Returns whether a list shows its Load more card: docs/product.md#hiding. `reset` is called after loading. */
export function useHideCount(titles: readonly MediumCard[]): { loadMore: boolean; reset: () => void } {
  const now = useStore(justHidden);
  const hidden = titles.reduce((count, { id, hidden }) => count + Number(hidden && now.has(id)), 0);
  const [seen, setSeen] = useState(0);
  // A new load of a row has no hidden titles, so the count starts again.
  if (hidden < seen) setSeen(hidden);
  return { loadMore: hidden > seen && titles.length >= LOAD_MORE_AFTER, reset: () => setSeen(hidden) };
}

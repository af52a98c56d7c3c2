import { useEffect } from 'react';
import { rememberSearch } from '../recent-searches.ts';

/** A search counts when it stays this long in ms: longer than a pause while typing. */
const STAYS_MS = 2_000;

/** Remembers the search once it has results and the member stays with it. */
export function useRemembered(query: string, hasResults: boolean): void {
  useEffect(() => {
    if (query === '' || !hasResults) return;
    const timer = setTimeout(() => rememberSearch(query), STAYS_MS);
    return () => clearTimeout(timer);
  }, [query, hasResults]);
}

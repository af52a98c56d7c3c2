import { useEffect } from 'react';
import { rememberSearch } from '../recent-searches.ts';

/** A search is saved when it is unchanged for this time in ms, which is longer than a pause while typing. */
const STAYS_MS = 2_000;

/** Saves a search that has results and stays unchanged as a recent search. */
export function useRemembered(query: string, hasResults: boolean): void {
  useEffect(() => {
    if (query === '' || !hasResults) return;
    const timer = setTimeout(() => rememberSearch(query), STAYS_MS);
    return () => clearTimeout(timer);
  }, [query, hasResults]);
}

import { useEffect } from 'react';
import { rememberSearch } from '../recent-searches.ts';

/** Time in ms without a change after which a search is saved. It is longer than a pause while typing. */
const STAYS_MS = 2_000;

/** Saves a search that has results and stays unchanged as a recent search. */
export function useRemembered(query: string, hasResults: boolean): void {
  useEffect(() => {
    if (query === '' || !hasResults) return;
    const timer = setTimeout(() => rememberSearch(query), STAYS_MS);
    return () => clearTimeout(timer);
  }, [query, hasResults]);
}

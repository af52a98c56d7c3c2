import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useChangeAddress } from '#src/features/titles/hooks/use-address-value.ts';

export type SearchType = 'media' | 'people';

/** Debounce in ms: longer than the gap between two keys, short enough to feel immediate. */
const PAUSE_MS = 300;

/**
 * Returns the search in the address (`query`, `search_type`) and the typed text. After a pause, the text
 * replaces the history entry, so that Back leaves the search.
 */
export function useSearch() {
  const [params] = useSearchParams();
  const change = useChangeAddress();
  const query = params.get('query')?.trim() ?? '';
  const type: SearchType = params.get('search_type') === 'people' ? 'people' : 'media';
  const [text, setText] = useState(query);
  const written = useRef(query);

  const write = (next: { query?: string; type?: SearchType }) => {
    const words = (next.query ?? text).trim();
    const kind = next.type ?? type;
    written.current = words;
    change({ query: words || null, search_type: kind === 'media' ? null : kind });
  };

  // Back or a link changed the address, so show the query of the address in the field.
  useEffect(() => {
    if (query === written.current) return;
    written.current = query;
    setText(query);
  }, [query]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause
  useEffect(() => {
    if (text.trim() === written.current) return;
    const timer = setTimeout(() => write({ query: text }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return {
    query,
    type,
    text,
    setText,
    /** Searches for a text at once, for example a recent search. */
    search: (next: string) => {
      setText(next);
      write({ query: next });
    },
    setType: (next: SearchType) => write({ type: next }),
    /** Enter starts the search without the pause. */
    flush: () => write({ query: text }),
  };
}

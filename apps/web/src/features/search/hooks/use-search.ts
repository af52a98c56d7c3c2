import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

export type SearchType = 'media' | 'people';

/** Long enough for a burst of keys, short enough to feel like an answer. */
const PAUSE_MS = 300;

/**
 * The search of the address (`query`, `search_type`) and the text being typed, which follows into the address after
 * a pause. Typing replaces the entry, so Back leads out of the search and not through its letters.
 */
export function useSearch() {
  const [params, setParams] = useSearchParams();
  const query = params.get('query')?.trim() ?? '';
  const type: SearchType = params.get('search_type') === 'people' ? 'people' : 'media';
  const [text, setText] = useState(query);
  const written = useRef(query);

  const write = (next: { query?: string; type?: SearchType }) => {
    const words = (next.query ?? text).trim();
    const kind = next.type ?? type;
    written.current = words;
    setParams(
      { ...(words !== '' && { query: words }), ...(kind !== 'media' && { search_type: kind }) },
      { replace: true },
    );
  };

  // The address changed by other means (Back, a link): the field shows what it says.
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
    setType: (next: SearchType) => write({ type: next }),
    /** Enter does not wait for the pause. */
    flush: () => write({ query: text }),
  };
}

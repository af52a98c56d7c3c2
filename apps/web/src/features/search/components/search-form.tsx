import { QUERY_MAX } from '@marquee/contracts/constants';
import { useEffect, useRef } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { Select } from '#src/components/ui/select.tsx';
import type { SearchType } from '../hooks/use-search.ts';
import css from './search-form.module.css';

const types = [
  { value: 'media', label: 'Movie / Show' },
  { value: 'people', label: 'Cast & Crew' },
] as const;

/** The search field, set as large as what it looks for, and what to look for. `/` leads here from anywhere. */
export function SearchForm({
  text,
  type,
  onText,
  onType,
  onSubmit,
}: {
  text: string;
  type: SearchType;
  onText: (text: string) => void;
  onType: (type: SearchType) => void;
  onSubmit: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  // An empty search is there to be typed into; a filled one, come back to, is there to be read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => {
    if (text === '') field.current?.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: Safari before 17 and simulated browsers do not know <search>
    <form
      role="search"
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Icon name="search" size={32} />
      <input
        ref={field}
        data-search-input
        className={css.field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        name="query"
        aria-label="Search"
        placeholder={type === 'media' ? 'Movie or show' : 'Actor or director'}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={QUERY_MAX}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          event.preventDefault();
          onText('');
        }}
      />
      {text !== '' && (
        <Button
          variant="icon"
          aria-label="Clear the search"
          onClick={() => {
            onText('');
            field.current?.focus();
          }}
        >
          <Icon name="close" />
        </Button>
      )}
      <Select label="Search for" labelHidden choices={types} value={type} onChange={onType} />
    </form>
  );
}

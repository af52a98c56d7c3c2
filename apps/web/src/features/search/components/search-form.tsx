import { QUERY_MAX } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { useEffect, useRef } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { Select } from '#src/components/ui/select.tsx';
import type { SearchType } from '../hooks/use-search.ts';
import css from './search-form.module.css';

const types = [
  { value: 'media', label: texts.movieOrShow },
  { value: 'people', label: texts.castAndCrew },
] as const;

/** The search field with the search type. The key `/` focuses the field from any screen. */
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
  // Focuses an empty field for typing. A filled field, reached through Back, stays without focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the screen opens
  useEffect(() => {
    if (text === '') field.current?.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: Safari before 17 and jsdom do not support <search>
    <form
      role="search"
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
        // On a touch screen the keyboard covers the results, so it closes.
        if (matchMedia('(pointer: coarse)').matches) field.current?.blur();
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
        aria-label={texts.search}
        placeholder={type === 'media' ? 'Movie or series' : 'Actor or director'}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={QUERY_MAX}
        value={text}
        onChange={(event) => onText(event.target.value)}
        // A text that is longer than the field shows its beginning, as not every browser does by itself.
        onBlur={(event) => {
          event.currentTarget.scrollLeft = 0;
        }}
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

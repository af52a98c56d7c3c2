import type { MediumCard } from '@marquee/contracts';
import { SEARCH_DEBOUNCE_MS } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { TitleSearchField } from '#src/components/ui/title-search-field.tsx';
import { useDebounced } from '#src/lib/screen/use-debounced.ts';
import { wallSearchQuery } from '../api.ts';
import css from './wall.module.css';

/** The field for a title that the wall does not show, with the titles of this name below it. */
export function WallSearch({ show }: { show: (found: readonly MediumCard[]) => ReactNode }) {
  const [text, setText] = useState('');
  const query = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS);
  const { data, error, isError, isFetching, refetch } = useQuery(
    wallSearchQuery(text.trim() === '' ? '' : query),
  );
  const found = text.trim() === '' ? undefined : data;
  return (
    <section className={css.search} aria-label="Find a title to rate">
      <TitleSearchField
        className={css.field}
        label="Missing one? Find it by name"
        name="find"
        value={text}
        onText={setText}
        found={isFetching ? undefined : found?.length}
      />
      {text.trim() !== '' && isError && <QueryError of={{ error, refetch }} />}
      {found?.length === 0 && !isFetching && <p>{texts.noResults}</p>}
      {found && found.length > 0 && show(found)}
    </section>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { searchMediaQuery } from '#src/features/search/api/search-media.ts';
import { searchPeopleQuery } from '#src/features/search/api/search-people.ts';
import { PeopleGrid } from '#src/features/search/components/people-grid.tsx';
import { SearchForm } from '#src/features/search/components/search-form.tsx';
import { type SearchType, useSearch } from '#src/features/search/hooks/use-search.ts';
import { TitleGrid } from '#src/features/titles/components/title-grid.tsx';
import { useTitle } from '#src/lib/screen/use-title.ts';
import css from './search.module.css';

function NoResults({ type, onOther }: { type: SearchType; onOther: () => void }) {
  return (
    <EmptyState
      text="No results."
      more="Try fewer or other words. Small typos and missing accents do not matter."
      action={
        <Button onClick={onOther}>{type === 'media' ? 'Search Cast & Crew' : 'Search Movies & Shows'}</Button>
      }
    />
  );
}

function Results({ query, type, onOther }: { query: string; type: SearchType; onOther: () => void }) {
  const media = useInfiniteQuery({ ...searchMediaQuery(query), enabled: type === 'media' });
  const people = useInfiniteQuery({ ...searchPeopleQuery(query), enabled: type === 'people' });
  const active = type === 'media' ? media : people;
  const total = active.data?.pages[0]?.pagination.total_count;
  const empty = <NoResults type={type} onOther={onOther} />;
  return (
    <div
      className={css.results}
      aria-busy={active.isFetching}
      data-stale={active.isPlaceholderData || undefined}
    >
      <p className={css.count} role="status">
        {total !== undefined &&
          !active.isPlaceholderData &&
          total > 0 &&
          `${total.toLocaleString('en')} ${total === 1 ? 'result' : 'results'}`}
      </p>
      {type === 'media' ? (
        <TitleGrid label="Results" query={media} showHidden empty={empty} />
      ) : (
        <PeopleGrid query={people} empty={empty} />
      )}
    </div>
  );
}

/** Search by title or by person. Query and type are in the address. */
export function Component() {
  useTitle('Search');
  const search = useSearch();
  return (
    <>
      <div className={css.page}>
        <h1 className="visually-hidden">Search</h1>
        <SearchForm
          text={search.text}
          type={search.type}
          onText={search.setText}
          onType={search.setType}
          onSubmit={search.flush}
        />
        {search.query === '' ? (
          <EmptyState
            text={
              search.type === 'media'
                ? 'Type a title, or what you remember of it.'
                : 'Type the name of an actor or director.'
            }
            action={<ButtonLink to="/discover">Or see what we recommend</ButtonLink>}
          />
        ) : (
          <Results
            query={search.query}
            type={search.type}
            onOther={() => search.setType(search.type === 'media' ? 'people' : 'media')}
          />
        )}
      </div>
      <Outlet />
    </>
  );
}

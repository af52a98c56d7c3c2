import * as texts from '@marquee/contracts/texts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { GridSkeleton } from '#src/components/ui/skeleton.tsx';
import { searchMediaQuery, searchPeopleQuery } from '#src/features/search/api.ts';
import { BeforeTyping } from '#src/features/search/components/before-typing.tsx';
import { PeopleGrid } from '#src/features/search/components/people-grid.tsx';
import { PersonCard } from '#src/features/search/components/person-card.tsx';
import { SearchForm } from '#src/features/search/components/search-form.tsx';
import { UnderstoodParts } from '#src/features/search/components/understood.tsx';
import { useRemembered } from '#src/features/search/hooks/use-remembered.ts';
import { type SearchType, useSearch } from '#src/features/search/hooks/use-search.ts';
import { matchingPeople, titlesBeforePeople } from '#src/features/search/merge-people.ts';
import { tasteQuery } from '#src/features/taste/api.ts';
import { TitleGrid } from '#src/features/titles/components/title-grid.tsx';
import { useNarrowing } from '#src/features/titles/hooks/use-narrowing.ts';
import { WishButton } from '#src/features/wishes/components/wish-button.tsx';
import { useTitle } from '#src/lib/screen/use-title.ts';
import { Narrow } from './narrow.tsx';
import css from './search.module.css';

function NoResults({ type, query, onOther }: { type: SearchType; query: string; onOther: () => void }) {
  return (
    <EmptyState
      text={texts.noResults}
      more="Try fewer or other words. Small typos and missing accents do not matter."
      action={
        <div className={`wrap gap-3 ${css.actions}`}>
          {type === 'media' && <WishButton key={query} query={query} />}
          <Button onClick={onOther}>
            {type === 'media' ? 'Search cast and crew' : 'Search movies and series'}
          </Button>
        </div>
      }
    />
  );
}

/**
 * Returns the titles of a search, with the people whose name matches. The grid is drawn when titles and
 * people are loaded, so that nothing moves.
 */
function useTitlesAndPeople(query: string, { narrowing, isNarrowed }: ReturnType<typeof useNarrowing>) {
  const media = useInfiniteQuery(searchMediaQuery(query, narrowing));
  const people = useInfiniteQuery(searchPeopleQuery(query));
  const titles = media.data?.pages[0]?.media ?? [];
  // Facts of titles narrow titles alone.
  const found = isNarrowed ? [] : matchingPeople(query, people.data?.pages[0]?.people ?? [], titles);
  return {
    media,
    isPlaceholder: media.isPlaceholderData || people.isPlaceholderData,
    isPending: media.isPending || people.isPending,
    among: {
      at: titlesBeforePeople(query, titles),
      cards: found.map((person) => ({ key: `person-${person.id}`, card: <PersonCard person={person} /> })),
    },
  };
}

function Count({ total }: { total: number | undefined }) {
  return (
    <p className={css.count} role="status">
      {total !== undefined &&
        total > 0 &&
        `${total.toLocaleString('en')} ${total === 1 ? 'result' : 'results'}`}
    </p>
  );
}

interface ResultsProps {
  query: string;
  onOther: () => void;
  onSearch: (query: string) => void;
}

function TitleResults({ query, onOther, onSearch }: ResultsProps) {
  const narrow = useNarrowing();
  const { media, isPlaceholder, isPending, among } = useTitlesAndPeople(query, narrow);
  const first = media.data?.pages[0];
  const ignored = first?.ignored ?? [];
  const titles = first?.pagination.total_count;
  const total = isPlaceholder || isPending || titles === undefined ? undefined : titles + among.cards.length;
  useRemembered(query, (total ?? 0) > 0);
  if (isPending) return <GridSkeleton />;
  return (
    <div className={css.results} aria-busy={media.isFetching} data-stale={isPlaceholder || undefined}>
      <div className={`wrap ${css.line}`}>
        <Count total={total} />
        {first && titles !== 0 && !isPlaceholder && (
          <UnderstoodParts
            query={query}
            understood={first.understood ?? []}
            ignored={ignored}
            first={first.media[0]}
            onSearch={onSearch}
          />
        )}
        <Narrow {...narrow} />
      </div>
      <TitleGrid
        label="Results"
        query={media}
        showHidden
        named
        among={among}
        empty={
          narrow.isNarrowed ? (
            <EmptyState
              text={texts.noResults}
              action={<Button onClick={narrow.clear}>Clear the filters</Button>}
            />
          ) : (
            <NoResults type="media" query={query} onOther={onOther} />
          )
        }
      />
      {ignored.length > 0 && titles !== 0 && !isPlaceholder && (
        <div className={`wrap gap-3 ${css.actions}`}>
          <p>Is “{ignored.join(' ')}” part of a name?</p>
          <WishButton key={query} query={query} />
        </div>
      )}
    </div>
  );
}

function PeopleResults({ query, onOther }: { query: string; onOther: () => void }) {
  const people = useInfiniteQuery(searchPeopleQuery(query));
  const total = people.data?.pages[0]?.pagination.total_count;
  return (
    <div
      className={css.results}
      aria-busy={people.isFetching}
      data-stale={people.isPlaceholderData || undefined}
    >
      <Count total={people.isPlaceholderData ? undefined : total} />
      <PeopleGrid query={people} empty={<NoResults type="people" query={query} onOther={onOther} />} />
    </div>
  );
}

function Suggestions({ onSearch }: { onSearch: (query: string) => void }) {
  return <BeforeTyping taste={useQuery(tasteQuery)} onSearch={onSearch} />;
}

/** Search by title or by person, with suggestions before typing. Query and type are in the address. */
export function Component() {
  useTitle(texts.search);
  const search = useSearch();
  return (
    <>
      <div className={css.page}>
        <h1 className="visually-hidden">{texts.search}</h1>
        <SearchForm
          text={search.text}
          type={search.type}
          onText={search.setText}
          onType={search.setType}
          onSubmit={search.flush}
        />
        {search.query === '' && <Suggestions onSearch={search.search} />}
        {search.query !== '' && search.type === 'media' && (
          <TitleResults
            query={search.query}
            onOther={() => search.setType('people')}
            onSearch={search.search}
          />
        )}
        {search.query !== '' && search.type === 'people' && (
          <PeopleResults query={search.query} onOther={() => search.setType('media')} />
        )}
      </div>
      <Outlet />
    </>
  );
}

import { ApiError } from '@marquee/contracts/client';
import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Outlet, useParams } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { personTitlesQuery } from '#src/features/search/api.ts';
import { PersonHeader } from '#src/features/search/components/person-header.tsx';
import { TitleGrid } from '#src/features/titles/components/title-grid.tsx';
import { useTitle } from '#src/lib/screen/use-title.ts';
import css from './person.module.css';

/** The titles with a person as director or cast. */
export function Component() {
  const { personId } = useParams();
  const query = useInfiniteQuery(personTitlesQuery(Number(personId)));
  const page = query.data?.pages[0];
  const person = page?.person;
  useTitle(person?.full_name ?? texts.castAndCrew);

  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState
        alert
        text="There is no person at this address."
        action={<ButtonLink to="/search?search_type=people">Search Cast &amp; Crew</ButtonLink>}
      />
    );
  }
  return (
    <>
      <div className={css.page}>
        <PersonHeader person={person ?? undefined} count={page?.pagination.total_count} />
        <TitleGrid
          label={person ? `Titles with ${person.full_name}` : 'Titles'}
          query={query}
          showHidden
          empty={
            <EmptyState
              text="None of their titles are in the catalogue any more."
              action={<ButtonLink to={paths.discover}>Back to Discover</ButtonLink>}
            />
          }
        />
      </div>
      <Outlet />
    </>
  );
}

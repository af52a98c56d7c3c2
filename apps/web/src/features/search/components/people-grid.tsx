import type { Pagination, Person } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PageEnd } from '#src/components/ui/page-end.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import css from './people-grid.module.css';

/** People of a search, with portrait and name. */
export function PeopleGrid({
  query,
  empty,
}: {
  query: UseInfiniteQueryResult<InfiniteData<{ people: Person[]; pagination: Pagination }>>;
  empty: ReactNode;
}) {
  const people = query.data?.pages.flatMap((page) => page.people) ?? [];
  if (query.isPending) {
    return (
      <div className={css.grid} aria-hidden="true">
        {Array.from({ length: 12 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
          <div key={index} className={css.person}>
            <div className={css.portrait} />
            <Skeleton width="8rem" height="1.5rem" />
          </div>
        ))}
      </div>
    );
  }
  if (query.isError && people.length === 0) return <QueryError of={query} />;
  if (people.length === 0 && !query.isFetching) return empty;
  return (
    <>
      <ul className={css.grid} aria-label="Results">
        {people.map((person) => (
          <li key={person.id}>
            <Link to={screenAddress(paths.person, { personId: person.id })} className={css.person}>
              {person.image ? (
                <img
                  src={person.image}
                  alt=""
                  width={96}
                  height={96}
                  loading="lazy"
                  className={css.portrait}
                />
              ) : (
                <span className={css.portrait} />
              )}
              <span className={css.name}>{person.full_name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <PageEnd pages={query} loadingText="Loading more people" endText="No one else." />
    </>
  );
}

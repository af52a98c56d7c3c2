import { DISCOVER_DEBOUNCE_MS } from '@marquee/contracts/constants';
import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Select } from '#src/components/ui/select.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { rowPageQuery } from '#src/features/discover/api.ts';
import { rowInWords, splitRowName } from '#src/features/discover/row-name.ts';
import { readRowSort, rowSorts } from '#src/features/discover/sorts.ts';
import { useFilters } from '#src/features/preferences/hooks/use-filters.ts';
import { TitleGrid } from '#src/features/titles/components/title-grid.tsx';
import { useAddressValue } from '#src/features/titles/hooks/use-address-value.ts';
import { useNarrowing } from '#src/features/titles/hooks/use-narrowing.ts';
import { fieldError } from '#src/lib/http/errors.ts';
import { useTitle } from '#src/lib/screen/use-title.ts';
import { MemberFilters } from './member-filters.tsx';
import { NoTitleFits } from './no-title-fits.tsx';
import css from './row.module.css';

/**
 * All titles of one row of Discover, such as a genre, a staff list or a decade. Order and filters are in the
 * address.
 */
export function Component() {
  const { rowId = '' } = useParams();
  const filter = useFilters(DISCOVER_DEBOUNCE_MS);
  const [sortText, setSort] = useAddressValue('sort');
  const sort = readRowSort(sortText);
  const narrow = useNarrowing();
  const query = useInfiniteQuery(rowPageQuery(rowId, { ...filter.settled, ...narrow.narrowing }, sort));
  const first = query.data?.pages[0];
  const name = first?.row;
  useTitle(name?.title ?? texts.discover);

  // Other fields are filters, which the page lets the member change.
  if (fieldError(query.error, 'row') !== undefined) {
    return (
      <EmptyState
        alert
        text="This page does not exist."
        action={<ButtonLink to={paths.discover}>Back to Discover</ButtonLink>}
      />
    );
  }
  const { title, suffix } = name ? splitRowName(name) : { title: '' };
  const stale = query.isPlaceholderData || filter.filters !== filter.settled;
  return (
    <>
      <div className={css.page}>
        <header className="stack gap-2">
          <Link to={paths.discover} className={css.back}>
            {texts.discover}
          </Link>
          {name ? (
            <h1 className={css.name}>
              {title}
              {suffix && <span className={css.suffix}> {suffix}</span>}
            </h1>
          ) : (
            <Skeleton width="min(20rem, 80%)" height="calc(var(--size-h1) * 1.08)" />
          )}
          <p className={css.count} role="status">
            {name && !stale && rowInWords(name.years, first.pagination)}
          </p>
        </header>
        <div className={`wrap ${css.controls}`}>
          <MemberFilters {...filter} narrow={narrow} />
          <Select
            label="Sort by"
            labelHidden
            choices={rowSorts}
            value={sort ?? ''}
            onChange={(next) => setSort(next === '' ? null : next)}
          />
        </div>
        <div className={css.titles} aria-busy={stale} data-stale={stale || undefined}>
          <TitleGrid
            label={name?.title ?? 'Titles'}
            query={query}
            empty={<NoTitleFits filter={filter} narrow={narrow} />}
          />
        </div>
      </div>
      <Outlet />
    </>
  );
}

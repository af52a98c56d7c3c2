import type { MediumCard } from '@marquee/contracts';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { InfiniteGrid } from '#src/components/ui/infinite-grid.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { GridSkeleton } from '#src/components/ui/skeleton.tsx';
import { type MediaPage, titlesOf } from '../cache/media-pages.ts';
import { titlesInWords } from '../facts.ts';
import type { CardAction } from '../hooks/title-actions.ts';
import { useHideCount } from '../hooks/use-hide-count.ts';
import { LoadMoreCard } from './load-more-card.tsx';
import { TitleCard } from './title-card.tsx';

/** Number of posters in a grid that load at once. */
const EAGER = 8;

/** A card other than a title, such as a person in search results. */
interface OtherCard {
  key: string;
  card: ReactNode;
}

type Item = MediumCard | OtherCard | 'load-more';

/** A paged list of titles as a grid, with loading, error and empty states. */
export function TitleGrid({
  label,
  query,
  empty,
  showHidden = false,
  named = false,
  only,
  actionFor,
  among,
  elsewhere,
}: {
  label: string;
  query: UseInfiniteQueryResult<InfiniteData<MediaPage>>;
  empty: ReactNode;
  /** Keeps hidden titles and marks them, as in search, lists and history. */
  showHidden?: boolean;
  /** Shows the names in the member's language too. */
  named?: boolean;
  /** Filters the titles without a request. */
  only?: (medium: MediumCard) => boolean;
  actionFor?: ((medium: MediumCard) => CardAction) | undefined;
  /** Shown above the titles that the filters would hide, which are the last ones (`elsewhere`). */
  elsewhere?: ReactNode;
  /** Other cards before title number `at`. */
  among?: { at: number; cards: readonly OtherCard[] };
}) {
  const all = titlesOf(query.data);
  const { loadMore, reset } = useHideCount(all);
  const titles = all.filter((medium) => (showHidden || !medium.hidden) && (only?.(medium) ?? true));
  const others = among?.cards ?? [];
  const below = titles.filter((medium) => medium.elsewhere);
  const fitting = titles.slice(0, titles.length - below.length);
  const shown: Item[] = [
    ...fitting.slice(0, among?.at),
    ...others,
    ...fitting.slice(among?.at ?? fitting.length),
  ];
  const total = query.data?.pages.at(-1)?.pagination.total_count;

  if (query.isPending) return <GridSkeleton />;
  if (query.isError && all.length === 0) return <QueryError of={query} />;
  if (shown.length + below.length === 0 && !query.hasNextPage && !query.isFetching) return empty;

  const items = loadMore && !only ? [...shown, 'load-more' as const] : shown;
  const grid = (items: readonly Item[], isLast: boolean, first: number) => (
    <InfiniteGrid
      label={first > 0 ? `${label}, more` : label}
      items={items}
      keyOf={(item) => (item === 'load-more' ? item : 'card' in item ? item.key : item.id)}
      render={(item, index) =>
        item === 'load-more' ? (
          <LoadMoreCard
            busy={query.isFetching}
            onClick={() => {
              reset();
              void (query.hasNextPage ? query.fetchNextPage() : query.refetch());
            }}
          />
        ) : 'card' in item ? (
          item.card
        ) : (
          <TitleCard
            medium={item}
            eager={first + index < EAGER}
            stays={showHidden && !only}
            named={named}
            action={actionFor?.(item)}
          />
        )
      }
      {...(total !== undefined && below.length === 0 && { total: total + others.length })}
      pages={isLast ? query : null}
      endText={titles.length === 0 ? 'The end.' : `${titlesInWords(titles.length)} in all.`}
    />
  );
  if (below.length === 0) return grid(items, true, 0);
  return (
    <>
      {items.length > 0 && grid(items, false, 0)}
      {elsewhere}
      {grid(below, true, Math.max(1, items.length))}
    </>
  );
}
